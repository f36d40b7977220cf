import { messageParts } from '../answer/message-parts.ts';
import { closingTime, nextOpening } from '../answer/opening.ts';
import type { Venue } from '../deployment/venue.ts';
import { MINUTE, type WallTime } from '../local-time.ts';

/** When the venue closes, or opens if it is closed, in milliseconds of the browser. Null if the status does not say. */
export function nextChange(venue: Venue): number | null {
  const { status, receivedAt } = venue;
  if (status === null) return null;
  const { hours } = status;
  const now = venue.timeAt(receivedAt);
  const until = (time: WallTime) => venue.instantOf(time) - now.at;
  if (!hours.is_open) {
    const opens = nextOpening(hours, now.wall, messageParts(status).opening);
    return opens === null ? null : receivedAt + until(opens);
  }
  // The service rounds minutes up (gap `minutes-rounding`), and the browser's clock may be fast or slow.
  const latest = hours.minutes_until_close * MINUTE;
  return receivedAt + Math.min(latest, Math.max(latest - MINUTE, until(closingTime(hours, now.wall, 0))));
}

/** Between two refreshes. */
const INTERVAL = MINUTE;
/** After a change of the opening, so that the service has seen it, too. */
const AFTER_CHANGE = 1_500;
const SECOND = 1_000;
/** `Retry-After` of more than this is taken for a mistake. */
const MAX_RETRY_AFTER = 60 * MINUTE;

/** Milliseconds from a status to the next request: a minute, or less if the venue opens or closes before; `change` is when, or null. */
export function delayAfterStatus(now: number, change: number | null): number {
  const untilChange = change === null ? INTERVAL : change - now + AFTER_CHANGE;
  return untilChange <= AFTER_CHANGE ? INTERVAL : Math.min(INTERVAL, untilChange);
}

/** Milliseconds to the next request after some failures in a row: 10 seconds to a minute, or what the service asks for, in seconds. */
export function delayAfterFailures(failures: number, retryAfter: number | null): number {
  const backoff = Math.min(INTERVAL, 10 * SECOND * 2 ** Math.min(failures - 1, 10));
  return Math.max(backoff, Math.min((retryAfter ?? 0) * SECOND, MAX_RETRY_AFTER));
}
