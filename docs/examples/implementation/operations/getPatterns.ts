import type { Handler } from '../context.ts';
import { average, CLOSES, OPENS, reportsBetween } from '../line.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Get typical patterns: `GET /api/v1/patterns`. */
export const getPatterns: Handler<'getPatterns'> = async ({ since, until }) => {
  const reports = reportsBetween(since, until);
  return {
    by_hour: Array.from({ length: 24 }, (_, hour) => {
      const own = reports.filter(({ at }) => at.getHours() === hour);
      return { hour, value: average(own), report_count: own.length };
    }),
    by_weekday: WEEKDAYS.map((label, weekday) => {
      // Sunday is 0 in JavaScript, and Monday is 0 in the contract.
      const own = reports.filter(({ at }) => (at.getDay() + 6) % 7 === weekday);
      return { weekday, label, value: average(own) ?? 0, report_count: own.length };
    }),
    open_hours: { first: OPENS, last: CLOSES - 1 },
  };
};
