import { MINUTE } from '../local-time.ts';

/** Between two refreshes. */
const INTERVAL = MINUTE;
/** After a change of the opening, so that the service has seen it, too. */
const AFTER_CHANGE = 1_500;
const SECOND = 1_000;
const MAX_BACKOFF = MINUTE;
/** `Retry-After` of more than this is taken for a mistake. */
const MAX_RETRY_AFTER = 60 * MINUTE;

/** Milliseconds from a status to the next request: a minute, or less if the venue opens or closes before; `change` is when, or null. */
export function delayAfterStatus(now: number, change: number | null): number {
  const untilChange = change === null ? INTERVAL : change - now + AFTER_CHANGE;
  return untilChange <= AFTER_CHANGE ? INTERVAL : Math.min(INTERVAL, untilChange);
}

/** Milliseconds to the next request after some failures in a row: 10 seconds to a minute, or what the service asks for, in seconds. */
export function delayAfterFailures(failures: number, retryAfter: number | null): number {
  const backoff = Math.min(MAX_BACKOFF, 10 * SECOND * 2 ** Math.min(failures - 1, 10));
  return Math.max(backoff, Math.min((retryAfter ?? 0) * SECOND, MAX_RETRY_AFTER));
}
