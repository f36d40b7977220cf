import type { NewReport } from '../store/store.ts';
import { csvReader } from './csv.ts';
import { BadLineError, ImportError } from './errors.ts';
import { type Line, type LineReader, splitLines } from './lines.ts';
import { readNdjson } from './ndjson.ts';
import { openSource } from './open-source.ts';

export interface ReadOptions {
  /** Called for each bad line, which is then skipped; without it the first one is thrown. */
  readonly onBadLine?: (error: BadLineError) => void;
  /** The reader for the header of a CSV file; by default that of either form's export, or NDJSON by the first line. */
  readonly csv?: (header: Line) => LineReader;
}

/**
 * The reports of a file (`-`: standard input), in file order, in batches and in constant memory. The content decides
 * whether it is gzip, CSV of either form's export, or NDJSON. Throws `ImportError` if the source is unusable as a whole
 * (missing, empty, not text, an unknown header, truncated), and `BadLineError` for a line.
 */
export async function* readReports(
  path: string,
  { onBadLine, csv }: ReadOptions = {},
): AsyncGenerator<readonly NewReport[], void, void> {
  const name = path === '-' ? 'standard input' : path;
  let reader: LineReader | undefined;

  for await (const batch of splitLines(name, openSource(path))) {
    let lines = batch;
    if (reader === undefined) {
      [reader, lines] = begin(name, batch, csv);
    }
    const reports: NewReport[] = [];
    for (const item of reader(lines)) {
      if (!(item instanceof BadLineError)) reports.push(item);
      else if (onBadLine === undefined) throw item.in(name);
      else onBadLine(item);
    }
    if (reports.length > 0) yield reports;
  }
  if (reader === undefined) throw new ImportError(`${name} is empty`);
}

/** Chooses the format by the first line, and returns the lines that contain reports. */
function begin(name: string, lines: readonly Line[], csv: ReadOptions['csv']): [LineReader, readonly Line[]] {
  const [first, ...others] = lines;
  if (first === undefined) throw new ImportError(`${name} is empty`);
  if (csv === undefined && first.text.trimStart().startsWith('{')) return [readNdjson, lines];
  try {
    return [(csv ?? csvReader)(first), others];
  } catch (error) {
    if (error instanceof ImportError) throw new ImportError(`${name}, ${error.message}`, { cause: error });
    throw error;
  }
}
