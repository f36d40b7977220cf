import type { Patterns } from '../deployment/responses.ts';
import { hourName, WEEKDAYS } from '../local-time.ts';
import type { TypicalWeek } from './typical-week.ts';

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A row of a typical week: an hour of the day, or several hours without reports that are folded into one row. */
export type HourRow =
  | { readonly kind: 'hour'; readonly hour: number }
  | { readonly kind: 'folded'; readonly first: number; readonly last: number };

/**
 * The rows of a typical week. They begin after the longest part of the day without reports or open hours, so they may go on
 * past midnight. Two or more hours without either are folded.
 */
export function hourRows(patterns: Patterns, typical: TypicalWeek): readonly HourRow[] {
  const shown = shownHours(patterns, typical);
  const start = startOfDay(shown);
  const rows: HourRow[] = [];
  for (const hour of ALL_HOURS.map((index) => (start + index) % 24)) {
    const last = rows.at(-1);
    if (shown.has(hour) || last === undefined) rows.push({ kind: 'hour', hour });
    else if (last.kind === 'folded') rows[rows.length - 1] = { ...last, last: hour };
    else rows.push({ kind: 'folded', first: hour, last: hour });
  }
  return rows.map((row) =>
    row.kind === 'folded' && row.first === row.last ? { kind: 'hour', hour: row.first } : row,
  );
}

/** Folded hours in words, such as `1am–6am`: from the beginning of the first to the end of the last. */
export function foldedName({ first, last }: { readonly first: number; readonly last: number }): string {
  return `${hourName(first)}–${hourName((last + 1) % 24)}`;
}

/** The hours with reports and the open hours; all 24 if there are neither. */
function shownHours(patterns: Patterns, typical: TypicalWeek): ReadonlySet<number> {
  const open = 'open_hours' in patterns ? openHours(patterns.open_hours) : [];
  const shown = ALL_HOURS.filter(
    (hour) =>
      open.includes(hour) ||
      patterns.by_hour.some((one) => one.hour === hour && one.report_count > 0) ||
      WEEKDAYS.some((_, weekday) => typical.hour(weekday, hour) !== null),
  );
  return new Set(shown.length === 0 ? ALL_HOURS : shown);
}

/** From the first open hour to the last, which may be past midnight. */
function openHours({ first, last }: { readonly first: number; readonly last: number }): readonly number[] {
  return Array.from({ length: ((last - first + 24) % 24) + 1 }, (_, index) => (first + index) % 24);
}

/** The first hour after the longest run of hours that are not shown; midnight if all are. */
function startOfDay(shown: ReadonlySet<number>): number {
  const runBefore = (hour: number): number => {
    let length = 0;
    while (length < 24 && !shown.has((hour + 23 - length) % 24)) length += 1;
    return length;
  };
  return [...shown].toSorted((a, b) => runBefore(b) - runBefore(a) || a - b)[0] ?? 0;
}
