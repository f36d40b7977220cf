import { openHours } from './opening-hours.ts';
import type { PatternAccumulator } from './pattern-accumulator.ts';
import type { Timetable } from './timetable.ts';

/** Plain averages of reports by local time, and the first and last open hour ("Patterns"). */
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

/** Averages reports by hour of the day and by weekday (gaps `pattern-order`, `weekday-names`). */
export function patterns({
  accumulator,
  timetable,
  today,
}: {
  readonly accumulator: PatternAccumulator;
  readonly timetable: Timetable;
  readonly today: Temporal.PlainDate;
}): Patterns {
  return {
    byHour: accumulator.hours.map(({ value, count }, hour) => ({ hour, value, reportCount: count })),
    byWeekday: accumulator.weekdays.map(({ value, count }, weekday) => ({
      weekday,
      label: WEEKDAY_LABELS[weekday] as string,
      value: value ?? 0,
      reportCount: count,
    })),
    openHours: openHours(timetable, today),
  };
}
