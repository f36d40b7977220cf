import type { Timetable } from '../../service/domain/timetable.ts';
import { parseTimetable } from '../../service/domain/timetable.ts';
import type { WeeklyRates } from './arrival-rate.ts';
import type { QueueModel } from './queue.ts';

/** The parameters of a simulated venue. Shares are fractions of 1. */
export interface Venue {
  /** Part of every seed, so that venues with equal numbers still differ. */
  readonly name: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Arrivals per hour on an ordinary day; those outside opening hours don't count. */
  readonly arrivals: WeeklyRates;
  /** How much days vary: the standard deviation of the logarithm of a day's factor on all arrivals. */
  readonly dayVariation: number;
  readonly queue: QueueModel;
  /** The share of arriving people who report the queue they see. */
  readonly reportShare: number;
  /** How far judgments are off: the standard deviation of the logarithm of judgment over truth. */
  readonly judgmentSpread: number;
  /** The share of reports with a random bucket. */
  readonly outlierShare: number;
  readonly photoShare: number;
  /** The share of reports with coordinates. */
  readonly locatedShare: number;
}

const WEEKLY = {
  mon: ['07:00-22:00'],
  tue: ['07:00-22:00'],
  wed: ['07:00-22:00'],
  thu: ['07:00-22:00'],
  fri: ['07:00-01:00'],
  sat: ['10:00-01:00'],
  sun: ['10:00-20:00'],
};

/** Opening hours without holidays: the demo has something to show on any day. */
export const OPEN_ALL_YEAR: Timetable = parseTimetable({ weekly: WEEKLY });

/** Opening hours: late on Friday and Saturday, and closed on two holidays. */
export const CAFE_TIMETABLE: Timetable = parseTimetable({
  weekly: WEEKLY,
  exceptions: { '01-01': [], '12-25': [] },
});

// biome-ignore-start format: one column per hour, in blocks of six
const WEEKDAY = [
  12, 5, 3, 2, 3, 10, 30, 78, 140, 85, 62, 82, 156, 110, 68, 58, 62, 82, 128, 80, 60, 40, 28, 16,
];
const FRIDAY = [
  12, 5, 3, 2, 3, 10, 28, 70, 132, 82, 60, 80, 150, 106, 66, 58, 64, 86, 132, 86, 66, 52, 42, 30,
];
const SATURDAY = [24, 12, 4, 2, 2, 4, 8, 15, 28, 45, 62, 80, 90, 88, 80, 76, 74, 78, 84, 78, 66, 58, 50, 36];
const SUNDAY = [26, 12, 4, 2, 2, 4, 8, 15, 28, 48, 70, 92, 96, 92, 84, 76, 68, 62, 56, 46, 30, 14, 8, 8];
const BRUNCH = [
  24, 12, 4, 2, 2, 4, 8, 15, 30, 60, 90, 115, 140, 156, 140, 105, 78, 84, 110, 84, 60, 46, 34, 24,
];
// biome-ignore-end format: see above

/** A café on a campus: rushes before lectures, at noon and in the evening, flat weekends. */
export const CAMPUS_CAFE: Venue = {
  name: 'campus-cafe',
  latitude: 44.0453,
  longitude: -123.0726,
  arrivals: [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, FRIDAY, SATURDAY, SUNDAY],
  dayVariation: 0.12,
  queue: { servers: 2, serviceMinutes: 1.25, balkingPoint: 30, patienceMinutes: 30 },
  reportShare: 0.0275,
  judgmentSpread: 0.2,
  outlierShare: 0.02,
  photoShare: 0.12,
  locatedShare: 0.85,
};

/**
 * The demo's venue: also has a rush on weekends, so that on any day, it is a busy hour somewhere. Fewer people report, so that
 * the gate reads its feed to the end within the default budget of requests.
 */
export const DEMO_CAFE: Venue = {
  ...CAMPUS_CAFE,
  reportShare: 0.0235,
  arrivals: [...CAMPUS_CAFE.arrivals.slice(0, 5), BRUNCH, BRUNCH],
};
