import type { Chart, Patterns } from '../deployment/responses.ts';
import { dayName, hourOf, type WallTime, WEEKDAYS, wallTimeOf, weekdayOf } from '../local-time.ts';
import { pluralize } from '../words.ts';

/** The plain average of the reports in one hour of the week. */
export interface TypicalHour {
  /** People. */
  readonly value: number;
  /** Reports behind it, at least 1. */
  readonly reports: number;
}

/** The fewest reports of a weekday and hour from which the page says what is usual then. */
export const LEAST_REPORTS = 5;

/**
 * A typical week: plain averages by weekday and hour. The patterns have averages by hour or by weekday, but not by both, so these
 * come from the reports of a chart.
 */
export class TypicalWeek {
  /** Keyed by `weekday * 24 + hour` of local time. */
  readonly #hours = new Map<number, TypicalHour>();
  /** All reports behind it. */
  readonly reports: number;

  constructor({ scatter }: Pick<Chart, 'scatter'>) {
    this.reports = scatter.length;
    for (const { t, value } of scatter) {
      const key = keyAt(wallTimeOf(t));
      const { value: mean, reports } = this.#hours.get(key) ?? { value: 0, reports: 0 };
      this.#hours.set(key, { value: mean + (value - mean) / (reports + 1), reports: reports + 1 });
    }
  }

  /** An hour of a weekday, which is 0 for Monday; null without reports. */
  hour(weekday: number, hour: number): TypicalHour | null {
    return this.#hours.get(weekday * 24 + hour) ?? null;
  }

  /** The hour that contains a local time; null without reports. */
  at(time: WallTime): TypicalHour | null {
    return this.#hours.get(keyAt(time)) ?? null;
  }

  /** The same; null with fewer than `LEAST_REPORTS`. */
  usualAt(time: WallTime): TypicalHour | null {
    const hour = this.at(time);
    return (hour?.reports ?? 0) < LEAST_REPORTS ? null : hour;
  }

  /** The most reports that an hour of a weekday has; 0 without reports. */
  get mostReports(): number {
    return Math.max(0, ...[...this.#hours.values()].map(({ reports }) => reports));
  }

  /** The highest average; 0 without reports. */
  get highest(): number {
    return Math.max(0, ...[...this.#hours.values()].map(({ value }) => value));
  }
}

/** The basis of a typical week in words, and a note if it is too little to call anything usual. */
export function periodText(
  typical: TypicalWeek,
  { since, until }: { readonly since: string; readonly until: string },
  today: string,
): string {
  if (typical.reports === 0) return 'No reports in this period.';
  const [first, last] = [since, until].map((date) => {
    const year = since.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`;
    return `${dayName(Date.parse(date))}${year}`;
  });
  const text = `${pluralize(typical.reports, 'report')} from ${first} to ${last}, without today.`;
  const few = `Too few to say what is usual: no hour of a weekday has ${LEAST_REPORTS} reports or more.`;
  return typical.mostReports < LEAST_REPORTS ? `${text} ${few}` : text;
}

function keyAt(time: WallTime): number {
  return weekdayOf(time) * 24 + hourOf(time);
}

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The hours of a typical week to show. They begin after the longest part of the day without reports or open hours, so they may go on
 * past midnight, and end before it.
 */
export function hourRows(patterns: Patterns, typical: TypicalWeek): readonly number[] {
  const shown = shownHours(patterns, typical);
  const start = startOfDay(shown);
  const hours = ALL_HOURS.map((index) => (start + index) % 24);
  return hours.slice(0, hours.findLastIndex((hour) => shown.has(hour)) + 1);
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
