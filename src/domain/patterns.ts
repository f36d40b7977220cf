import type { LocalTime } from './local-time.ts';
import { openHours } from './opening-hours.ts';
import { PlainAverage } from './plain-average.ts';
import type { Tally } from './report.ts';
import type { Timetable } from './timetable.ts';

/** Plain averages of reports by local time, and the hours in which the place is open at all ("Patterns"). */
export interface Patterns {
  /** 24 of them, midnight first. */
  readonly byHour: readonly HourPattern[];
  /** Seven of them, Monday first. */
  readonly byWeekday: readonly WeekdayPattern[];
  readonly openHours: { readonly first: number; readonly last: number };
}

export interface HourPattern {
  readonly hour: number;
  /** People, to two decimals; null without reports. */
  readonly value: number | null;
  readonly reportCount: number;
}

export interface WeekdayPattern {
  /** 0 is Monday. */
  readonly weekday: number;
  readonly label: string;
  /** People, to two decimals; 0 without reports (gap `weekday-without-data`). */
  readonly value: number;
  readonly reportCount: number;
}

const WEEKDAY_LABELS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Averages reports by hour of the day and by weekday; a tally belongs to the hour its quarter begins in. */
export function patterns(of: {
  readonly tallies: readonly Tally[];
  readonly time: LocalTime;
  readonly timetable: Timetable;
}): Patterns {
  const hours = Array.from({ length: 24 }, () => new PlainAverage());
  const weekdays = WEEKDAY_LABELS.map(() => new PlainAverage());
  for (const tally of of.tallies) {
    hours[of.time.hour(tally.start)]?.add(tally);
    weekdays[of.time.weekday(tally.start)]?.add(tally);
  }
  return {
    byHour: hours.map(({ value, count }, hour) => ({ hour, value, reportCount: count })),
    byWeekday: weekdays.map(({ value, count }, weekday) => ({
      weekday,
      label: WEEKDAY_LABELS[weekday] as string,
      value: value ?? 0,
      reportCount: count,
    })),
    openHours: openHours(of.timetable),
  };
}
