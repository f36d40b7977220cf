import { simulateReports } from '../../../cli/simulation/simulate.ts';
import { CAFE_TIMETABLE } from '../../../cli/simulation/venue.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { DAY, HOUR } from '../../domain/micros.ts';
import { ALWAYS_OPEN, parseTimetable, type Timetable, WEEKDAYS } from '../../domain/timetable.ts';
import type { NewReport } from '../../store/store.ts';
import { type Moment, momentsOf } from './moments.fixture.ts';

/** The day on which the service is judged, a Tuesday; Berlin's clocks went back on the Sunday before. */
const TODAY = Temporal.PlainDate.from('2026-10-27');

const daily = (...openings: readonly string[]) =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, openings]));

/** Opening hours that fit badly to reports made by day. */
const TIMETABLES: Readonly<Record<string, Timetable>> = {
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

/** One run of the gate against the project's own service. */
export interface Case {
  readonly row: string;
  readonly moment: Moment;
  readonly form: 1 | 2;
  readonly hours: Timetable;
  /** Whether the Date header shows the service's time; otherwise the machine's, as in a replay (`--as-of`). */
  readonly isLive: boolean;
}

const FORMS = [1, 2] as const;
const HOURS_ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const MOMENT_ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/New_York'];
const CLOCK_TIMES = ['00:20', '04:10', '07:45', '11:01', '12:35', '13:58', '16:30', '21:15', '23:50'];
/** How many days of reports there are, up to three hours after a moment or to the end of today. */
const DAYS = 28;

/** Unusual opening hours while the clock stands still; the clock times and the Date header take turns. */
export const HOURS_CASES: readonly Case[] = Object.entries(TIMETABLES).flatMap(([name, hours], row) =>
  HOURS_ZONES.flatMap((zone, column) =>
    FORMS.map((form) => {
      const clock = CLOCK_TIMES[(row + 2 * column + 4 * form) % CLOCK_TIMES.length] ?? '12:35';
      const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
      const now = new LocalTime(zone).wallClock(TODAY, minute);
      const moment = { zone, name: clock, at: () => now };
      return { row: name, moment, form, hours, isLive: (row + column) % 3 !== 0 };
    }),
  ),
);

/** Unusual moments with usual opening hours. No replay's clock is set, so the Date header is then the service's own. */
export const MOMENT_CASES: readonly Case[] = MOMENT_ZONES.flatMap(momentsOf).flatMap((moment) =>
  FORMS.flatMap((form) =>
    [ALWAYS_OPEN, CAFE_TIMETABLE].flatMap((hours) =>
      (moment.isSet || moment.usedAt !== undefined ? [true] : [true, false]).map((isLive) => ({
        row: 'moments',
        moment,
        form,
        hours,
        isLive,
      })),
    ),
  ),
);

/** Daytime reports for the weeks before a case and the hours after it; the service hides reports from its future. */
export function reportsFor({ moment }: Case): readonly NewReport[] {
  const time = new LocalTime(moment.zone);
  const end = Math.max(moment.at(0) + 3 * HOUR, time.day(time.date(moment.at(0))).end);
  const span = { start: end - DAYS * DAY, end };
  return simulateReports({ seed: 'own', timetable: CAFE_TIMETABLE, owner: null, time, span });
}
