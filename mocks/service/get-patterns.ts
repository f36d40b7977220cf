import { groupBy, rounded } from './averages.ts';
import { type Body, meanOf, type Range, type Report, reportsBetween, type Store, todayOf } from './store.ts';
import { weekWindow } from './timetable.ts';

/** `getPatterns`: plain averages by local hour and by weekday over a range. */
export function getPatterns(store: Store, range: Range): Body {
  const { form, options } = store;
  const reports = reportsBetween(store, range);
  const byHour = groupBy(reports, ({ hour }) => hour);
  const byWeekday = groupBy(reports, ({ weekday }) => weekday);
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
  return form === 1 ? patterns : { ...patterns, open_hours: openHours(store) };
}

function average({ options }: Store, reports: readonly Report[] | undefined, without: number | null): Body {
  const mean = meanOf(reports);
  const value = mean === null ? without : rounded(mean, options.rounding);
  return { value, report_count: reports?.length ?? 0 };
}

function openHours(store: Store): Body {
  const window = weekWindow(todayOf(store), store.timetable);
  if (window === undefined) return { first: 0, last: 23 };
  const [opens, closes] = window;
  const last = store.options.lastHour === 'hour-of-close' ? closes : closes - 1;
  return { first: Math.floor(opens / 60), last: Math.floor(last / 60) % 24 };
}
