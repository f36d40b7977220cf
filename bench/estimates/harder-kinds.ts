import { rush, servedQueue, week } from './kinds.ts';
import { TYPICAL_REPORTERS } from './reporters.ts';
import { EVALUATED_FROM, type VenueKind } from './simulated.ts';

/** A bar with a concert on Thursday and on one other evening in seven: a crowd that a normal day lacks. */
const EVENTS: VenueKind = {
  name: 'events',
  timetable: week('11:00-23:00'),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const { random, date } = day;
    const busy = Math.exp(random.normal(0, 0.15));
    const concert = date.dayOfWeek === 4 || random.chance(1 / 6);
    const begins = random.normal(20, 0.3);
    const crowd = concert ? random.uniform(120, 220) : 0;
    return servedQueue(
      day,
      (clock) => busy * (50 + rush(clock, 13, 40, 35)) + rush(clock, begins, 30, crowd),
      { servers: 2, serviceMinutes: 1.5, balkingPoint: 38, patienceMinutes: 40 },
    );
  },
};

/** A café whose demand rises for good in the middle of the evaluation, at other hours than before. */
const REGIME_CHANGE: VenueKind = {
  name: 'regime change',
  timetable: week('08:00-20:00', '10:00-18:00'),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const { random, date } = day;
    const busy = Math.exp(random.normal(0, 0.12));
    const changed = Temporal.PlainDate.compare(date, EVALUATED_FROM.add({ days: 14 })) >= 0;
    const rate = changed
      ? (clock: number) => 58 + rush(clock, 10, 45, 45) + rush(clock, 16.5, 60, 55)
      : (clock: number) => 48 + rush(clock, 12.5, 45, 55);
    return servedQueue(day, (clock) => busy * rate(clock), {
      servers: 2,
      serviceMinutes: 1.6,
      balkingPoint: 32,
      patienceMinutes: 35,
    });
  },
};

/**
 * A refectory that is empty before lunch and dinner, when nobody reports. Both rushes come every day at the same time, and
 * the queue grows for half an hour before the first report of it.
 */
const RUSH_AFTER_SILENCE: VenueKind = {
  name: 'rush after silence',
  timetable: week('08:00-21:00'),
  reporters: TYPICAL_REPORTERS,
  silent: [
    [10.8, 11.8],
    [16.6, 17.6],
  ],
  queue: (day) => {
    const busy = Math.exp(day.random.normal(0, 0.12));
    return servedQueue(
      day,
      (clock) => busy * (20 + rush(clock, 11.9, 30, 260) + rush(clock, 17.7, 30, 250)),
      {
        servers: 3,
        serviceMinutes: 1.2,
        balkingPoint: 36,
        patienceMinutes: 30,
      },
    );
  },
};

/** A clinic's desk with few reports, which come late and are low. */
const FEW_AND_BIASED: VenueKind = {
  name: 'few and biased',
  timetable: week('08:00-19:00', '09:00-14:00', ''),
  reporters: { ...TYPICAL_REPORTERS, bias: -0.2, spread: 0.28, delay: [5, 15] },
  rates: [0.5, 1, 2],
  queue: (day) => {
    const busy = Math.exp(day.random.normal(0, 0.15)) * (day.date.dayOfWeek === 1 ? 1.15 : 1);
    return servedQueue(day, (clock) => busy * (34 + rush(clock, 9.5, 50, 26) + rush(clock, 15.5, 70, 16)), {
      servers: 3,
      serviceMinutes: 4.2,
      balkingPoint: 26,
      patienceMinutes: 60,
    });
  },
};

/** Kinds of venue that break a rule that the estimator could rely on; for tuning, like `KINDS`. */
export const HARDER_KINDS: readonly VenueKind[] = [EVENTS, REGIME_CHANGE, RUSH_AFTER_SILENCE, FEW_AND_BIASED];
