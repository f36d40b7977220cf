import type { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';
import type { Opening } from '../../service/domain/timetable.ts';
import type { ArrivalRate } from './queue.ts';

/** Arrivals per hour: one row per weekday from Monday, one column per hour of the day from midnight. */
export type WeeklyRates = readonly (readonly number[])[];

/**
 * The arrival rate during one opening: a weekly profile's values at the full hours of the wall clock, interpolated
 * linearly and multiplied by `factor`. Across a clock change, it interpolates between the hours that exist, over the
 * time that elapses between them.
 */
export function arrivalRate(
  rates: WeeklyRates,
  opening: Opening,
  date: Temporal.PlainDate,
  time: LocalTime,
  factor: number,
): ArrivalRate {
  const knots: Knot[] = [];
  for (let hour = Math.floor(opening.opens / 60); hour <= Math.ceil(opening.closes / 60); hour++) {
    const weekday = (date.dayOfWeek - 1 + Math.floor(hour / 24)) % 7;
    knots.push({ at: time.wallClock(date, hour * 60), rate: factor * (rates[weekday]?.[hour % 24] ?? 0) });
  }
  return {
    peak: Math.max(...knots.map(({ rate }) => rate)),
    at: (at) => interpolate(knots, at),
  };
}

interface Knot {
  readonly at: Micros;
  readonly rate: number;
}

function interpolate(knots: readonly Knot[], at: Micros): number {
  const after = knots.findIndex((knot) => knot.at > at);
  const right = knots[after];
  const left = knots.at(right === undefined ? -1 : after - 1);
  // A closing time moved by a clock change can be after the last knot, whose rate then continues.
  if (left === undefined || right === undefined || left === right) return left?.rate ?? 0;
  return left.rate + ((right.rate - left.rate) * (at - left.at)) / (right.at - left.at);
}
