import { MINUTE } from '../../src/service/domain/micros.ts';
import { parseTimetable } from '../../src/service/domain/timetable.ts';
import { byTheMinute } from './held-out-kinds.ts';
import { rush, servedQueue, week } from './kinds.ts';
import { TYPICAL_REPORTERS } from './reporters.ts';
import type { VenueKind } from './simulated.ts';

/** A ride in a theme park: each train takes 12 people, and now and then it stands still; people report long queues. */
const RIDE: VenueKind = {
  name: 'ride',
  timetable: week('10:00-20:00', '09:00-22:00'),
  reporters: { ...TYPICAL_REPORTERS, spread: 0.3, sharedBias: 0.1, halfReportAt: 6 },
  queue: ({ date, start, end, clock, random }) => {
    const demand = Math.exp(random.normal(0, 0.2)) * (date.dayOfWeek > 5 ? 1.35 : 1);
    let [people, nextTrain, standsUntil] = [0, 5, 0];
    return byTheMinute(start, end, (minute) => {
      const hour = clock(start + minute * MINUTE);
      const patience = 1 / (1 + (people / 45) ** 3);
      people += random.poisson(
        demand * patience * (1.1 + rush(hour, 11.5, 60, 1.2) + rush(hour, 15.5, 90, 1.5)),
      );
      if (minute >= standsUntil && random.chance(1 / 300)) standsUntil = minute + random.uniform(15, 60);
      if (minute < standsUntil) people -= random.poisson(people / 50);
      else if (minute >= nextTrain) {
        people = Math.max(0, people - 12);
        nextTrain = minute + 4 + random.exponential(1);
      }
      return people;
    });
  },
};

/** A bakery: a queue from the start, until everything is sold at about noon. */
const BAKERY: VenueKind = {
  name: 'bakery',
  timetable: week('07:00-15:00', '07:00-14:00', '08:00-13:00'),
  reporters: { ...TYPICAL_REPORTERS, offByOne: 0.15, delay: [1, 6] },
  rates: [1, 4, 12],
  queue: (day) => {
    const { random, date } = day;
    const busy = Math.exp(random.normal(0, 0.15)) * (date.dayOfWeek > 5 ? 1.3 : 1);
    const soldOut = random.normal(12, 0.5);
    return servedQueue(
      day,
      (clock) => (clock > soldOut ? 3 : busy * (55 + rush(clock, 8.2, 40, 60) + rush(clock, 10.5, 50, 45))),
      { servers: 2, serviceMinutes: 1.4, balkingPoint: 25, patienceMinutes: 25 },
    );
  },
};

const OFFICE_HOURS = ['08:30-12:00', '13:30-17:30'];

/** A post office that closes for lunch; a crowd waits when it opens again, and people think the queue longer than it is. */
const POST_OFFICE: VenueKind = {
  name: 'post office',
  timetable: parseTimetable({
    weekly: {
      mon: OFFICE_HOURS,
      tue: OFFICE_HOURS,
      wed: OFFICE_HOURS,
      thu: OFFICE_HOURS,
      fri: OFFICE_HOURS,
      sat: ['09:00-12:30'],
      sun: [],
    },
  }),
  reporters: { spread: 0.25, bias: 0.12, outlierRate: 0.05, prankBursts: 0 },
  queue: (day) => {
    const { random, date } = day;
    const busy = Math.exp(random.normal(0, 0.15)) * (date.day <= 3 ? 1.5 : 1);
    return servedQueue(
      day,
      (clock) =>
        busy * (26 + rush(clock, 8.5, 15, 60) + rush(clock, 13.5, 12, 120) + rush(clock, 16.5, 40, 14)),
      { servers: 3, serviceMinutes: 5, balkingPoint: 24, patienceMinutes: 45 },
    );
  },
};

/** The machines of a gym, where people stay for about an hour: no queue, and reports from people on the way out. */
const FITNESS_ROOM: VenueKind = {
  name: 'fitness room',
  timetable: week('06:00-23:00', '08:00-20:00'),
  reporters: { ...TYPICAL_REPORTERS, sharedBias: 0.1, delay: [2, 20], prankBursts: 0.1 },
  queue: ({ date, start, end, clock, random }) => {
    const busy = Math.exp(random.normal(0, 0.2)) * (date.dayOfWeek > 5 ? 0.6 : 1);
    let people = 0;
    return byTheMinute(start, end, (minute) => {
      const hour = clock(start + minute * MINUTE);
      const arrivals =
        busy * (0.08 + rush(hour, 7.5, 45, 0.12) + rush(hour, 12.5, 40, 0.1) + rush(hour, 18.3, 80, 0.3));
      people += random.poisson(arrivals) - random.poisson(people / 55);
      people = Math.max(0, people);
      return people;
    });
  },
};

/** A second family of kinds that parameters were not tuned on, for the last evaluation: other mechanisms, other reporters. */
export const FINAL_KINDS: readonly VenueKind[] = [RIDE, BAKERY, POST_OFFICE, FITNESS_ROOM];
