import type { DayClock } from '../chart/day-clock.ts';
import { DAY, dateOf, MINUTE, minutesOfClock } from '../local-time.ts';
import type { Status } from './responses.ts';

/** By how many minutes clocks change, among them that of Lord Howe Island. */
const CHANGES = [60, 30];
/** How many minutes the browser's clock may differ from the deployment's before the deployment's is used. */
const TOLERANCE = 3;

/**
 * The instant at which a status arrives; `received` is the browser's time then, in milliseconds.
 *
 * The API has no field for the current time. While the venue is open, it is `minutes_until_close` before `closes_at`. So the
 * age of the estimate is right even if the deployment replays another day or the browser's clock is wrong.
 */
export function instantAt(status: Status, received: number, clock: DayClock): number {
  const { last_updated, has_estimate, hours } = status;
  const closes = hours.closes_at === null ? null : minutesOfClock(hours.closes_at);
  if (!hours.is_open || closes === null || hours.minutes_until_close === null) return received;
  const left = hours.minutes_until_close * MINUTE;
  // The clocks are compared at closing, since they may change before.
  const difference = Math.abs((clock.wall(received + left) % DAY) / MINUTE - closes);
  const isNear = (minutes: number) =>
    Math.abs(Math.min(difference, 1440 - difference) - minutes) <= TOLERANCE;
  // After the end of the line, they may have changed.
  const mayChange = clock.covers(received) && !clock.covers(received + left);
  const agrees = isNear(0) || (mayChange && CHANGES.some(isNear));
  const updated = last_updated === null ? null : Date.parse(last_updated);
  const isPlausible =
    updated === null ||
    (received >= updated - TOLERANCE * MINUTE && (!has_estimate || received - updated < DAY));
  if (agrees && isPlausible) return received;
  const earliest = updated ?? clock.midnight(dateOf(clock.wall(received)));
  const firstClosing = Date.parse(dateOf(clock.wall(earliest))) + closes * MINUTE;
  const early = earliest - MINUTE - (clock.instant(firstClosing) - left);
  const closing = firstClosing + Math.max(0, Math.ceil(early / DAY)) * DAY;
  return Math.max(clock.instant(closing) - left, earliest);
}
