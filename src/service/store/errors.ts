/** The kind of a `StoreError`, for programs; the message is for people. */
export type StoreErrorCode =
  | 'missing'
  | 'replaced'
  | 'unusable'
  | 'full'
  | 'read-only'
  | 'damaged'
  | 'not-a-database'
  | 'foreign-database'
  | 'newer-version'
  | 'outdated'
  | 'migration-failed'
  | 'busy'
  | 'not-empty'
  | 'unavailable'
  | 'conflict'
  | 'closed';

/** A problem with the store that an operator has to solve; the message names the database. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A new report has the id of a different report; nothing of its source was added. */
export class ConflictError extends StoreError {
  override readonly name = 'ConflictError';
  readonly id: number;
  /** The line of the report in its source, counted from 1. */
  readonly line: number;

  constructor(conflict: { readonly id: number; readonly line: number; readonly fields: readonly string[] }) {
    const { id, line, fields } = conflict;
    super(
      'conflict',
      `line ${line}: id ${id} belongs to a different report (${fields.join(', ')} differ); ` +
        'a report can only be repeated with the same time, bucket and coordinates',
    );
    this.id = id;
    this.line = line;
  }
}

/** Names are unique among the active keys of an account. */
export function nameTaken(name: string): StoreError {
  return new StoreError('conflict', `the account already has an active key with the name "${name}"`);
}

export function reporterExists(name: string): StoreError {
  return new StoreError(
    'conflict',
    `there already is a reporter with the name "${name}"; remove it, or choose another name`,
  );
}

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
