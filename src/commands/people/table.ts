import type { LocalTime } from '../../domain/local-time.ts';
import type { Micros } from '../../domain/micros.ts';
import { printable } from '../../domain/printable.ts';

/** Rows of cells in columns as wide as their widest cell. Cells may come from strangers, so they are made printable and one line. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** In code points: the columns of a terminal, for most scripts. */
function widthOf(cell = ''): number {
  return [...cell].length;
}

/** A time as a table shows it, `2026-11-20 12:30` in the venue's time zone; empty for none. */
export function shortTime(at: Micros | null, time: LocalTime): string {
  return at === null ? '' : time.timestamp(at).slice(0, 16).replace('T', ' ');
}
