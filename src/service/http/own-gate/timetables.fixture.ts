import { parseTimetable, type Timetable } from '../../domain/timetable.ts';

/** The day on which the service is judged, a Tuesday; Berlin's clocks went back on the Sunday before. */
export const TODAY = Temporal.PlainDate.from('2026-10-27');

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const daily = (...openings: readonly string[]) =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, openings]));

/** Opening hours that fit badly to reports made by day. */
export const TIMETABLES: Readonly<Record<string, Timetable>> = {
  lunch: parseTimetable({ weekly: daily('11:00-14:00') }),
  'before dawn': parseTimetable({ weekly: daily('03:00-05:00') }),
  'past midnight': parseTimetable({ weekly: daily('17:00-02:00') }),
  overnight: parseTimetable({ weekly: daily('22:00-06:30') }),
  split: parseTimetable({ weekly: daily('07:00-10:00', '12:00-14:00', '18:00-22:00') }),
  'one hour': parseTimetable({ weekly: daily('12:00-13:00') }),
  never: parseTimetable({ weekly: daily() }),
  always: parseTimetable({ weekly: daily('00:00-24:00') }),
  'closed today': parseTimetable({
    weekly: daily('08:00-20:00'),
    exceptions: { [TODAY.toString()]: [] },
  }),
  'each weekday another': parseTimetable({
    weekly: {
      mon: ['06:00-10:00'],
      tue: ['12:00-23:00'],
      wed: [],
      thu: ['22:00-04:00'],
      fri: ['00:00-24:00'],
      sat: ['10:00-11:00'],
      sun: ['23:30-00:30'],
    },
  }),
  'each week another': parseTimetable({
    weekly: daily('09:00-18:00'),
    exceptions: everyOtherWeek(['05:00-07:30']),
  }),
  // Open for days on end, without a night between
  'from Monday to Friday': parseTimetable({
    weekly: {
      ...daily('00:00-24:00'),
      mon: ['08:00-24:00'],
      fri: ['00:00-22:00'],
      sat: [],
      sun: [],
    },
  }),
  'all days but one': parseTimetable({ weekly: { ...daily('00:00-24:00'), sun: [] } }),
  'closed for weeks': parseTimetable({ weekly: daily('10:00-16:00'), exceptions: { [range(-9, 30)]: [] } }),
  'shorter nights in a season': parseTimetable({
    weekly: daily('07:00-02:00'),
    seasons: { '08-01/12-20': { weekly: daily('10:00-00:30'), comment: 'Shorter nights in autumn' } },
  }),
};

/** Exceptions for the seven days of every other week of the two months before today and the fortnight after it. */
function everyOtherWeek(openings: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries([-57, -43, -29, -15, -1, 13].map((first) => [range(first, 7), openings]));
}

/** Consecutive days, counted from today. */
function range(first: number, days: number): string {
  return `${TODAY.add({ days: first })}/${TODAY.add({ days: first + days - 1 })}`;
}
