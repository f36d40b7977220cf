/** What a `StoreError` is about, for programs; the message is for people. */
export type StoreErrorCode =
  | 'missing'
  | 'unusable'
  | 'not-a-database'
  | 'foreign-database'
  | 'newer-version'
  | 'migration-failed'
  | 'busy'
  | 'unavailable'
  | 'conflict'
  | 'closed';

/** Something about the store that an operator has to know; the message names the database. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A report came in under an id that a different report has; nothing of its source was added. */
export class ConflictError extends StoreError {
  override readonly name = 'ConflictError';
  readonly id: number;
  /** Where the report stands in its source, counted from 1. */
  readonly line: number;

  constructor(conflict: { readonly id: number; readonly line: number; readonly fields: readonly string[] }) {
    const { id, line, fields } = conflict;
    super(
      'conflict',
      `line ${line}: id ${id} belongs to a different report (${fields.join(', ')} not the same); ` +
        'a report may only come again with the same time, bucket and coordinates',
    );
    this.id = id;
    this.line = line;
  }
}
