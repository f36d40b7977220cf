import { type HeadcountStep, type QueueModel, runQueue } from '../../src/cli/simulation/queue.ts';
import type { Random } from '../../src/cli/simulation/random.ts';
import { MINUTE, type Micros } from '../../src/service/domain/micros.ts';
import { parseTimetable } from '../../src/service/domain/timetable.ts';
import { TYPICAL_REPORTERS } from './reporters.ts';
import type { VenueKind } from './simulated.ts';

/** The same hours on every weekday; other hours on Saturday and Sunday, or closed. */
export function week(weekdays: string, saturday = weekdays, sunday = saturday) {
  const hours = (text: string) => (text === '' ? [] : [text]);
  const [work, sat, sun] = [hours(weekdays), hours(saturday), hours(sunday)];
  return parseTimetable({ weekly: { mon: work, tue: work, wed: work, thu: work, fri: work, sat, sun } });
}

/** A Gaussian peak at `hour`, `minutes` wide and `height` high. */
export function rush(clock: number, hour: number, minutes: number, height: number): number {
  return height * Math.exp(-0.5 * ((clock - hour) / (minutes / 60)) ** 2);
}

/** The length of an M_t/M/c queue with balking and reneging. */
export function servedQueue(
  day: Parameters<VenueKind['queue']>[0],
  rate: (clock: number) => number,
  model: QueueModel,
): (at: Micros) => number {
  let peak = 1;
  for (let at = day.start; at < day.end; at += MINUTE) peak = Math.max(peak, 1.05 * rate(day.clock(at)));
  const { headcount } = runQueue(day, { peak, at: (at) => rate(day.clock(at)) }, model, day.random);
  return stepsAt(headcount);
}

function stepsAt(steps: readonly HeadcountStep[]): (at: Micros) => number {
  return (at) => {
    let [low, high] = [0, steps.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((steps[middle] as HeadcountStep).at <= at) low = middle;
      else high = middle;
    }
    return steps[low]?.people ?? 0;
  };
}

const factor = (random: Random, spread: number) => Math.exp(random.normal(0, spread));

/** A canteen: breakfast, lunch and dinner exceed its capacity; weekends are flat. */
export const MEAL_RUSHES: VenueKind = {
  name: 'meal rushes',
  timetable: week('07:00-22:00', '09:00-21:00'),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const { random, date } = day;
    const weekend = date.dayOfWeek > 5 ? 0.6 : 1;
    const meals = [
      [8.3, 25, 120],
      [12.3, 35, 215],
      [18.5, 45, 175],
    ].map(([hour = 0, minutes = 0, height = 0]) => ({
      hour: random.normal(hour, 0.15),
      minutes: minutes / weekend,
      height: height * factor(random, 0.15),
    }));
    const busy = weekend * factor(random, 0.12);
    return servedQueue(
      day,
      (clock) =>
        busy *
        meals.reduce(
          (sum, { hour, minutes, height }) => sum + rush(clock, hour, minutes, height),
          45 + 25 * Math.sin(((clock - 7) / 15) * Math.PI),
        ),
      { servers: 3, serviceMinutes: 1.1, balkingPoint: 36, patienceMinutes: 30 },
    );
  },
};

/** An office: demand is close to capacity, so the queue drifts slowly all day. */
export const SLOW_AND_STEADY: VenueKind = {
  name: 'slow and steady',
  timetable: week('08:00-18:00', '09:00-15:00', ''),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const busy = factor(day.random, 0.12) * (day.date.dayOfWeek === 1 ? 1.12 : 1);
    return servedQueue(day, (clock) => busy * (36 + 8 * Math.sin(((clock - 9) / 9) * Math.PI)), {
      servers: 5,
      serviceMinutes: 9,
      balkingPoint: 20,
      patienceMinutes: 80,
    });
  },
};

/** A kiosk between lecture halls: every break sends a crowd, and sometimes somebody plays a prank. */
const BURSTS_WITH_PRANKS: VenueKind = {
  name: 'bursts with pranks',
  timetable: week('08:00-20:00', '10:00-16:00'),
  reporters: { ...TYPICAL_REPORTERS, outlierRate: 0.08, prankBursts: 0.5 },
  queue: (day) => {
    const { random, date } = day;
    const weekend = date.dayOfWeek > 5;
    const breaks = Array.from({ length: 12 }, (_, n) => ({
      hour: 8 + n - 1 / 6 + random.normal(0, 0.03),
      height: random.chance(weekend ? 0.2 : 0.6) ? 420 * factor(random, 0.5) : 0,
    }));
    const base = (weekend ? 35 : 60) * factor(random, 0.2);
    return servedQueue(
      day,
      (clock) => breaks.reduce((sum, { hour, height }) => sum + rush(clock, hour, 3.5, height), base),
      { servers: 2, serviceMinutes: 1, balkingPoint: 34, patienceMinutes: 20 },
    );
  },
};

/** The three kinds of venue that parameters were tuned on. */
export const KINDS: readonly VenueKind[] = [MEAL_RUSHES, SLOW_AND_STEADY, BURSTS_WITH_PRANKS];
