/** A source that cannot be imported; the message names it and the reason. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError';
}

/** A line that is not a valid report. */
export class BadLineError extends ImportError {
  override readonly name = 'BadLineError';
  /** Counted from 1, including the header. */
  readonly line: number;
  /** The invalid field and what is allowed in it. */
  readonly reason: string;
  /** The line as in the source, without its line ending. */
  readonly raw: string;

  constructor(line: { readonly number: number; readonly text: string }, reason: string) {
    super(`line ${line.number}: ${reason}`);
    this.line = line.number;
    this.reason = reason;
    this.raw = line.text;
  }

  /** The same with the name of its source in the message. */
  in(name: string): BadLineError {
    this.message = `${name}, ${this.message}`;
    return this;
  }
}
