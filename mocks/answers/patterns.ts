import type { FormShape } from '../form-shape.ts';
import type { Story } from '../story/story.ts';
import { average } from './chart.ts';
import { rangeOf, reportsIn } from './range.ts';

const LABELS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `getPatterns`: averages by hour and by weekday; of all reports unless a range is asked for. */
export function patterns(query: URLSearchParams, story: Story, shape: FormShape): object {
  const reports = reportsIn(rangeOf(query, story), story);
  const hours = Map.groupBy(reports, ({ time }) => time.hour);
  const weekdays = Map.groupBy(reports, ({ time }) => time.dayOfWeek - 1);
  const { opens, minutes } = story.timetable;
  return {
    by_hour: Array.from({ length: 24 }, (_, hour) => {
      const group = hours.get(hour);
      return { hour, value: group === undefined ? null : average(group), report_count: group?.length ?? 0 };
    }),
    by_weekday: LABELS.map((label, weekday) => {
      const group = weekdays.get(weekday);
      const none = story.scenario.hasNulls ? null : 0;
      return {
        weekday,
        label,
        value: group === undefined ? none : average(group),
        report_count: group?.length ?? 0,
      };
    }),
    ...(shape.hasOpenHours
      ? { open_hours: { first: opens.hour, last: opens.add({ minutes: minutes - 1 }).hour } }
      : {}),
  };
}
