import { groupBy } from './group-by.ts';
import { type MockRequest, rangeOf, reportsIn } from './request.ts';
import { average } from './values.ts';

const LABELS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `getPatterns`: averages by hour and by weekday over a range, or over all reports. */
export function getPatterns(request: MockRequest): object {
  const { timetable } = request.data;
  const reports = reportsIn(rangeOf(request), request.data);
  const hours = groupBy(reports, ({ time }) => time.hour);
  const weekdays = groupBy(reports, ({ time }) => time.dayOfWeek - 1);
  const last = timetable.opens.add({ minutes: timetable.minutes - 1 });
  return {
    by_hour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      value: average(hours.get(hour)),
      report_count: hours.get(hour)?.length ?? 0,
    })),
    by_weekday: LABELS.map((label, weekday) => ({
      weekday,
      label,
      value: average(weekdays.get(weekday)) ?? 0,
      report_count: weekdays.get(weekday)?.length ?? 0,
    })),
    open_hours: { first: timetable.opens.hour, last: last.hour },
  };
}
