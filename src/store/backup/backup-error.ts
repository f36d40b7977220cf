/** A problem with a backup file that an operator has to solve; the message names the file. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
