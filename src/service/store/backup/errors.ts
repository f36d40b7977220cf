import type { Counts } from './tables.ts';

/** A problem with a backup file that an operator has to solve; the message names the file. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The reason of an error of the file system or of SQLite, without paths; null for any other error. */
export function fileErrorReason(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ERR_SQLITE_ERROR') return error.message;
  // "ENOSPC: no space left on device, write '/path'"
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : null;
}

/** Whether SQLite found that a file is damaged, and not that it could not be written. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  // CORRUPT and NOTADB, without the detail in the upper bits.
  return [11, 26].includes(error.errcode & 0xff);
}

/** The result of checking a database or a backup. */
export interface Findings {
  /** One line each; empty if it is sound. */
  readonly problems: readonly string[];
  /** Null if the rows cannot be counted. */
  readonly counts: Counts | null;
}
