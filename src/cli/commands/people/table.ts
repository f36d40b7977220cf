import type { LocalTime } from '../../../service/domain/local-time.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import { printable } from '../../../service/domain/texts.ts';

/** The columns of a terminal, at least. */
const WIDTH = 80;
const INDENT = '    ';

/** A row of a table. */
interface Row {
  readonly cells: readonly string[];
  /** Texts of any length, in lines below the row. */
  readonly below?: readonly string[];
}

/**
 * Rows in columns as wide as their widest cell. The last cell of a row that is too wide for a terminal goes below it. Cells
 * may come from strangers, so they are made printable, and no line of them looks like a row.
 */
export function table(heads: readonly string[], rows: readonly Row[]): string {
  const shown = rows.map(({ cells, below = [] }) => ({
    cells: cells.map(oneLine),
    below: below.map(oneLine),
  }));
  const widths = heads.map((head, column) =>
    Math.max(widthOf(head), ...shown.map(({ cells }) => widthOf(cells[column]))),
  );
  const lines = shown.flatMap(({ cells, below }) => {
    const line = lineOf(cells, widths);
    if (widthOf(line) <= WIDTH) return [line, ...below.flatMap(wrapped)];
    return [lineOf(cells.slice(0, -1), widths), ...[...cells.slice(-1), ...below].flatMap(wrapped)];
  });
  return [lineOf(heads, widths), ...lines].join('\n');
}

/** Names the zone of the times that follow. */
export function zoneSentence({ timeZone }: LocalTime): string {
  return `Times are in ${timeZone}.`;
}

/** A time as a table shows it, `2026-11-20 12:30` in the venue's time zone; empty for none. */
export function shortTime(at: Micros | null, time: LocalTime): string {
  return at === null ? '' : time.timestamp(at).slice(0, 16).replace('T', ' ');
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ');
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
    .join('  ')
    .trimEnd();
}

/** Words in indented lines. A word that is longer than a line, such as an address, stays whole. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/).filter((one) => one !== '')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${INDENT}${word}`);
  }
  return lines;
}

/** In code points: the columns of a terminal, for most scripts. */
function widthOf(cell = ''): number {
  return [...cell].length;
}
