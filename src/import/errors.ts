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

/** What is wrong with a field; becomes a `BadLineError` where the line is known. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** A value as an error message shows it: on one line and not too long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
