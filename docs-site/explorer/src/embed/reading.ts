import { messageParts } from '../answer/message-parts.ts';
import { closingTime, nextOpening } from '../answer/opening.ts';
import { wallTimeAt } from '../deployment/deployment-clock.ts';
import type { Chart, Status } from '../deployment/responses.ts';
import { MINUTE, type WallTime } from '../local-time.ts';

/** A status, and the browser's time in milliseconds when it arrived. */
export interface Reading {
  readonly status: Status;
  readonly received: number;
  /** Today's chart, if it is known. */
  readonly chart?: Chart | null;
}

/** The time at the venue, at a time of the browser. */
export function venueTime({ status, received, chart }: Reading, now: number): WallTime {
  return wallTimeAt(status, received, chart?.line) + now - received;
}

/** When the venue closes, or opens if it is closed, in milliseconds of the browser. Null if the status does not say. */
export function nextChange(reading: Reading): number | null {
  const { status, received } = reading;
  const now = venueTime(reading, received);
  const { is_open, minutes_until_close } = status.hours;
  if (!is_open) {
    const opens = nextOpening(status, now, messageParts(status).opening);
    return opens === null ? null : received + opens - now;
  }
  const closes = closingTime(status, now, 0);
  if (closes === null || minutes_until_close === null)
    return closes === null ? null : received + closes - now;
  // The service rounds minutes up (gap `minutes-rounding`), and the browser's clock may be fast or slow.
  const latest = minutes_until_close * MINUTE;
  return received + Math.min(latest, Math.max(latest - MINUTE, closes - now));
}
