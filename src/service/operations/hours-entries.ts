import type { Day, Timetable } from '../domain/timetable.ts';

/** The opening hours of some dates, as the staff entered them. */
export interface HoursEntry extends Day {
  readonly id: number;
  /** The first and the last date, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The name of the staff's link; null: the operator. */
  readonly author: string | null;
}

/** The metadata with the entries. */
export const HOURS_ENTRIES = 'hours-entries';

/** The entries in the metadata, the oldest first, and the last id that was given. */
export function entriesOf(metadata: string | null): {
  readonly last: number;
  readonly rows: readonly HoursEntry[];
} {
  return metadata === null ? { last: 0, rows: [] } : JSON.parse(metadata);
}

/** A timetable with entries over it, the oldest first: on a date, the last one holds. */
export function withEntries(timetable: Timetable, entries: readonly HoursEntry[]): Timetable {
  const { exceptions } = timetable;
  const dates = new Map<string, Day>(exceptions.dates);
  for (const { from, to, openings, comment } of entries) {
    let date = Temporal.PlainDate.from(from);
    for (; date.toString() <= to; date = date.add({ days: 1 }))
      dates.set(date.toString(), { openings, comment });
  }
  return { ...timetable, exceptions: { ...exceptions, dates } };
}
