/** The reason of an error of the file system or of SQLite, without paths; null for any other error. */
export function fileErrorReason(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ERR_SQLITE_ERROR') return error.message;
  // "ENOSPC: no space left on device, write '/path'"
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : null;
}
