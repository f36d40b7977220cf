import { DAY, dateOf, MINUTE, minutesOfClock, offsetOf, type WallTime, wallTimeOf } from '../local-time.ts';
import type { Chart, Status } from './responses.ts';

/** The points of a chart. */
export type Line = Chart['line'];

/** How many minutes the browser's clock may differ from the deployment's before the deployment's is used. */
const TOLERANCE = 3;

/**
 * The time at the venue when a status arrives; `received` is the browser's time then, in milliseconds.
 *
 * The API has no field for the current time. While the venue is open, it is `closes_at` minus `minutes_until_close`. So the
 * age of the estimate is right even if the deployment replays another day or the browser's clock is wrong. `line` is that of
 * today's chart, if it is known: the clocks may have changed since the last report.
 */
export function wallTimeAt(status: Status, received: number, line: Line = []): WallTime {
  const { last_updated, has_estimate, hours } = status;
  const browser = received + offsetAt(status, received, line);
  const closes = hours.closes_at === null ? null : minutesOfClock(hours.closes_at);
  if (!hours.is_open || closes === null || hours.minutes_until_close === null) return browser;
  const minute = (((closes - hours.minutes_until_close) % 1440) + 1440) % 1440;
  const difference = Math.abs((browser % DAY) / MINUTE - minute);
  const agrees = Math.min(difference, 1440 - difference) <= TOLERANCE;
  if (last_updated === null) return agrees ? browser : startOfDay(browser) + minute * MINUTE;
  const updated = wallTimeOf(last_updated);
  const isPlausible = browser >= updated - TOLERANCE * MINUTE && (!has_estimate || browser - updated < DAY);
  if (agrees && isPlausible) return browser;
  const sameDay = startOfDay(updated) + minute * MINUTE;
  return sameDay < updated - MINUTE ? sameDay + DAY : Math.max(sameDay, updated);
}

function startOfDay(time: WallTime): WallTime {
  return Date.parse(`${dateOf(time)}T00:00:00Z`);
}

function offsetAt({ last_updated }: Status, instant: number, line: Line): number {
  const point = line.findLast(({ t }) => Date.parse(t) <= instant);
  const known = point?.t ?? last_updated ?? line[0]?.t;
  return known === undefined ? browserOffset(instant) : offsetOf(known);
}

function browserOffset(received: number): number {
  return -new Date(received).getTimezoneOffset() * MINUTE;
}
