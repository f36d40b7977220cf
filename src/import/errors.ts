/** A source that cannot be imported as a whole; the message names it and says why. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError';
}

/** One line that does not hold a report. */
export class BadLineError extends ImportError {
  override readonly name = 'BadLineError';
  /** Counted from 1, header included. */
  readonly line: number;
  /** The field at fault and what is allowed in it. */
  readonly reason: string;
  /** The line as it stands in the source, without its line ending. */
  readonly raw: string;

  constructor(line: { readonly number: number; readonly text: string }, reason: string) {
    super(`line ${line.number}: ${reason}`);
    this.line = line.number;
    this.reason = reason;
    this.raw = line.text;
  }
}
