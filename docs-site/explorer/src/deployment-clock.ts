import { DAY, dateOf, MINUTE, minutesOfClock, offsetOf, type WallTime, wallTimeOf } from './local-time.ts';
import type { Status } from './responses.ts';

/** How far the browser's clock may be off before the deployment's own word counts for more. */
const TOLERANCE = 3;

/**
 * What the line's clock shows when a status arrives; `received` is the browser's time then, in milliseconds.
 *
 * The interface does not tell the time itself. While the place is open, its closing time less the minutes until then
 * does; so a deployment that replays another day, and a browser whose clock is wrong, still give a true age.
 */
export function wallTimeAt(status: Status, received: number): WallTime {
  const { last_updated, has_estimate, hours } = status;
  const offset = last_updated === null ? browserOffset(received) : offsetOf(last_updated);
  const browser = received + offset;
  const closes = hours.closes_at === null ? null : minutesOfClock(hours.closes_at);
  if (!hours.is_open || closes === null || hours.minutes_until_close === null) return browser;
  const minute = (((closes - hours.minutes_until_close) % 1440) + 1440) % 1440;
  const apart = Math.abs((browser % DAY) / MINUTE - minute);
  const agrees = Math.min(apart, 1440 - apart) <= TOLERANCE;
  if (last_updated === null) return agrees ? browser : dayBegin(browser) + minute * MINUTE;
  const updated = wallTimeOf(last_updated);
  const believable = browser >= updated - TOLERANCE * MINUTE && (!has_estimate || browser - updated < DAY);
  if (agrees && believable) return browser;
  const sameDay = dayBegin(updated) + minute * MINUTE;
  return sameDay < updated - MINUTE ? sameDay + DAY : Math.max(sameDay, updated);
}

function dayBegin(time: WallTime): WallTime {
  return Date.parse(`${dateOf(time)}T00:00:00Z`);
}

function browserOffset(received: number): number {
  return -new Date(received).getTimezoneOffset() * MINUTE;
}
