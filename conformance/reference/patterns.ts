import { headcountOf, type Report } from './reports.ts';
import { rounded } from './rounding.ts';
import { reportsBetween, type Store, todayOf } from './store.ts';
import { weekWindow } from './timetable.ts';

/** Plain averages by local hour and weekday; a null end sets no limit. */
export function readPatterns(
  store: Store,
  since: string | null,
  until: string | null,
): Record<string, unknown> {
  const { options } = store;
  const reports = reportsBetween(store, since, until);
  const byHour = Map.groupBy(reports, (report) => report.hour);
  const byWeekday = Map.groupBy(reports, (report) => report.weekday);
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    ...average(store, byHour.get(hour), null),
  }));
  const weekdays = Array.from({ length: 7 }, (_, index) => {
    const weekday = (index + options.weekdayFirst) % 7;
    return {
      weekday,
      label: options.weekdayNames[weekday],
      ...average(store, byWeekday.get(weekday), options.weekdayWithout),
    };
  });
  const patterns = {
    by_hour: options.hourOrder === 'down' ? hours.toReversed() : hours,
    by_weekday: weekdays,
  };
  return options.form === 1 ? patterns : { ...patterns, open_hours: openHours(store) };
}

function average(
  store: Store,
  reports: readonly Report[] | undefined,
  without: number | null,
): Record<string, unknown> {
  if (reports === undefined) return { value: without, report_count: 0 };
  const total = reports.reduce((sum, report) => sum + headcountOf(report, store.options), 0);
  return { value: rounded(total / reports.length, store.options), report_count: reports.length };
}

function openHours(store: Store): { first: number; last: number } {
  const window = weekWindow(todayOf(store), store.options.hours);
  if (window === undefined) return { first: 0, last: 23 };
  const last = store.options.lastHour === 'hour-of-close' ? window[1] : window[1] - 1;
  return { first: Math.floor(window[0] / 60), last: Math.floor(last / 60) % 24 };
}
