import type { NewReport } from '../store/store.ts';
import { BadLineError, ImportError } from './errors.ts';
import { FieldError } from './fields.ts';

/** A line of a source; `number` counts from 1, `text` is without its line ending. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Parses lines into reports; an invalid line becomes a `BadLineError`. */
export type LineReader = (lines: readonly Line[]) => readonly (NewReport | BadLineError)[];

/** Parses one line; a `FieldError` becomes a `BadLineError`. */
export function readLine(line: Line, toReport: () => NewReport): NewReport | BadLineError {
  try {
    return toReport();
  } catch (error) {
    if (error instanceof FieldError) return new BadLineError(line, error.message);
    throw error;
  }
}

/** The longest allowed line, in characters: far longer than any report, far smaller than the memory. */
const LONGEST = 1_000_000;

/**
 * Splits UTF-8 text, with or without a byte order mark, at LF or CRLF, and skips blank lines (which still count).
 * Yields the lines of each chunk as one batch. Throws `ImportError` for any other encoding.
 */
export async function* splitLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Line[], void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let rest = '';

  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      const remedy = 'save it as UTF-8, in a spreadsheet as "CSV UTF-8"';
      throw new ImportError(`${name} is not UTF-8 text near line ${number + 1}; ${remedy}`, { cause: error });
    }
  };
  const numbered = (texts: readonly string[]): Line[] =>
    texts
      .map((text) => ({ number: ++number, text: text.endsWith('\r') ? text.slice(0, -1) : text }))
      .filter(({ text }) => text.trim() !== '');

  for await (const chunk of chunks) {
    const texts = (rest + decode(chunk)).split('\n');
    rest = texts.pop() ?? '';
    if (rest.length > LONGEST) {
      throw new ImportError(
        `${name} has a line ${number + texts.length + 1} of more than ${LONGEST} characters`,
      );
    }
    const lines = numbered(texts);
    if (lines.length > 0) yield lines;
  }
  const lines = numbered([rest + decode()]);
  if (lines.length > 0) yield lines;
}
