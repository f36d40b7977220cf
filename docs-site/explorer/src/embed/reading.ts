import { wallTimeAt } from '../deployment-clock.ts';
import { DAY, MINUTE, minutesOfClock, type WallTime } from '../local-time.ts';
import type { Status } from '../responses.ts';

/** A status, and the browser's time in milliseconds when it arrived. */
export interface Reading {
  readonly status: Status;
  readonly received: number;
}

/** The time at the venue, at a time of the browser. */
export function venueTime({ status, received }: Reading, now: number): WallTime {
  return wallTimeAt(status, received) + now - received;
}

/**
 * Milliseconds of the browser when the venue closes, or opens if it is closed: the next time that its clocks show what the status says.
 * Null if the status does not say.
 */
export function nextChange(reading: Reading): number | null {
  const { is_open, closes_at, opens_at } = reading.status.hours;
  const text = is_open ? closes_at : opens_at;
  const minutes = text === null ? null : minutesOfClock(text);
  if (minutes === null) return null;
  const sinceMidnight = venueTime(reading, reading.received) % DAY;
  return reading.received + ((minutes * MINUTE - sinceMidnight + DAY) % DAY);
}
