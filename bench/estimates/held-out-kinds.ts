import type { Random } from '../../src/cli/simulation/random.ts';
import { MINUTE, type Micros } from '../../src/service/domain/micros.ts';
import { rush, servedQueue, week } from './kinds.ts';
import { TYPICAL_REPORTERS } from './reporters.ts';
import type { VenueKind } from './simulated.ts';

/** A queue by the minute, in whole people. */
export function byTheMinute(
  start: Micros,
  end: Micros,
  next: (minute: number) => number,
): (at: Micros) => number {
  const minutes = Array.from({ length: Math.ceil((end - start) / MINUTE) + 1 }, (_, minute) =>
    Math.max(0, Math.round(next(minute))),
  );
  return (at) => minutes[Math.min(minutes.length - 1, Math.max(0, Math.floor((at - start) / MINUTE)))] ?? 0;
}

/** No queueing process: the logarithm of the length varies randomly around a level of the day. */
const WANDERING: VenueKind = {
  name: 'wandering',
  timetable: week('06:00-23:00'),
  reporters: { spread: 0.3, bias: -0.08, outlierRate: 0.05, prankBursts: 0 },
  queue: ({ start, end, clock, random }) => {
    const level = random.normal(Math.log(9), 0.35);
    let off = random.normal(0, 0.5);
    return byTheMinute(start, end, (minute) => {
      off += -off / 70 + random.normal(0, 0.5 * Math.sqrt(2 / 70));
      return Math.exp(level + 0.4 * Math.sin((clock(start + minute * MINUTE) / 24) * 4 * Math.PI) + off);
    });
  },
};

/** Either almost empty or crowded, with unpredictable changes. */
const ALL_OR_NOTHING: VenueKind = {
  name: 'all or nothing',
  timetable: week('09:00-21:00'),
  reporters: TYPICAL_REPORTERS,
  queue: ({ start, end, random }) => {
    let crowd = random.chance(0.4);
    let until = random.exponential(1 / 70);
    let people = crowd ? 20 : 2;
    return byTheMinute(start, end, (minute) => {
      if (minute >= until) {
        crowd = !crowd;
        until = minute + random.exponential(crowd ? 1 / 50 : 1 / 90);
      }
      people += ((crowd ? 22 : 2) - people) / 6 + random.normal(0, 0.7);
      return people;
    });
  },
};

/** A landing: the queue grows until the boat leaves, and the boat is usually late. */
const FERRY: VenueKind = {
  name: 'ferry',
  timetable: week('06:30-21:30'),
  reporters: { ...TYPICAL_REPORTERS, spread: 0.18 },
  queue: ({ start, end, clock, random }) => {
    const demand = Math.exp(random.normal(0, 0.25));
    let people = 0;
    let leaves = 45;
    return byTheMinute(start, end, (minute) => {
      const hour = clock(start + minute * MINUTE);
      people += random.poisson(demand * (0.2 + rush(hour, 8, 60, 0.25) + rush(hour, 17.5, 80, 0.3)));
      if (minute >= leaves) {
        people = Math.max(0, people - 32);
        leaves += 60 + Math.max(0, random.normal(2, 5));
      }
      return people;
    });
  },
};

/** A club that opens late and closes after midnight; weekends are much busier. */
const NIGHT_CLUB: VenueKind = {
  name: 'night club',
  timetable: week('20:00-03:00'),
  reporters: { spread: 0.35, bias: -0.03, outlierRate: 0.1, prankBursts: 0.7 },
  queue: (day) => {
    const { random, date } = day;
    const weekend = date.dayOfWeek >= 5 && date.dayOfWeek <= 6 ? 2.4 : 1;
    const size = weekend * Math.exp(random.normal(0, 0.3));
    const peak = random.normal(23.6, 0.4);
    return servedQueue(day, (clock) => size * (12 + rush(clock, peak, 55, 70)), {
      servers: 1,
      serviceMinutes: 0.7,
      balkingPoint: 45,
      patienceMinutes: 45,
    });
  },
};

/** A counter that rarely has a queue. */
const QUIET_COUNTER: VenueKind = {
  name: 'quiet counter',
  timetable: week('08:00-17:00', '', ''),
  reporters: TYPICAL_REPORTERS,
  queue: (day) =>
    servedQueue(day, (clock) => 14 + rush(clock, 12.5, 40, 8), {
      servers: 1,
      serviceMinutes: 3,
      balkingPoint: 10,
      patienceMinutes: 20,
    }),
};

/** A library café that gets much busier with the exams, just when the evaluation starts. */
const EXAM_TIME: VenueKind = {
  name: 'exam time',
  timetable: week('08:00-22:00', '10:00-18:00'),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const { random, date } = day;
    const exams = Temporal.PlainDate.compare(date, Temporal.PlainDate.from('2026-03-09')) >= 0 ? 1.35 : 1;
    const busy = exams * Math.exp(random.normal(0, 0.15));
    const coffee = wobble(random);
    return servedQueue(
      day,
      (clock) => busy * (62 + rush(clock, 10.5, 50, 45) + rush(clock, 15, 70, 40)) * coffee(clock),
      { servers: 2, serviceMinutes: 1.3, balkingPoint: 32, patienceMinutes: 40 },
    );
  },
};

/** A smooth factor around 1 that differs every day. */
function wobble(random: Random): (clock: number) => number {
  const [phase, slow] = [random.uniform(0, 2 * Math.PI), random.uniform(1.5, 4)];
  return (clock) => 1 + 0.2 * Math.sin((2 * Math.PI * clock) / slow + phase);
}

/** Kinds of venue whose queues and reporters differ from the ones used for tuning; evaluated only after tuning was complete. */
export const HELD_OUT_KINDS: readonly VenueKind[] = [
  WANDERING,
  ALL_OR_NOTHING,
  FERRY,
  NIGHT_CLUB,
  QUIET_COUNTER,
  EXAM_TIME,
];
