import type { Chart } from '../deployment/responses.ts';
import { addDays, DAY, weekdayOf } from '../local-time.ts';
import { TypicalWeek } from './typical-week.ts';

/** One day of the weekday, with its own averages by hour, which are computed when they are read. */
export interface DayOfWeekday {
  readonly date: string;
  readonly averages: TypicalWeek;
}

/** The first and last local day of a period. */
export interface Period {
  readonly since: string;
  readonly until: string;
}

/** The reports of a chart by local date. */
export type ReportsByDate = ReadonlyMap<string, Chart['scatter']>;

export function reportsByDate({ scatter }: Pick<Chart, 'scatter'>): ReportsByDate {
  return Map.groupBy(scatter, ({ t }) => t.slice(0, 10));
}

/**
 * All dates of a weekday, newest first: every one in the period, and any outside it that has reports. The weekday is
 * 0 for Monday. A day is a local date, so an hour after midnight belongs to the next one, as in the chart.
 */
export function weekdayOverWeeks(
  reports: ReportsByDate,
  weekday: number,
  period: Period,
): readonly DayOfWeekday[] {
  const dates = new Set([...reports.keys(), ...weekly(period, weekday)]);
  return [...dates]
    .filter((date) => weekdayOf(Date.parse(date)) === weekday)
    .toSorted()
    .toReversed()
    .map((date) => ({
      date,
      get averages() {
        return new TypicalWeek({ scatter: reports.get(date) ?? [] });
      },
    }));
}

/** The dates of a weekday in a period. */
function weekly({ since, until }: Period, weekday: number): readonly string[] {
  const first = addDays(since, (weekday - weekdayOf(Date.parse(since)) + 7) % 7);
  const weeks = Math.floor((Date.parse(until) - Date.parse(first)) / (7 * DAY)) + 1;
  return Array.from({ length: Math.max(0, weeks) }, (_, week) => addDays(first, week * 7));
}
