import { messageParts } from '../answer/message-parts.ts';
import { closingTime, nextOpening } from '../answer/opening.ts';
import { DayClock } from '../chart/day-clock.ts';
import { instantAt } from '../deployment/deployment-clock.ts';
import type { Chart, Status } from '../deployment/responses.ts';
import { dateOf, MINUTE, type VenueTime, type WallTime, wallTimeOf } from '../local-time.ts';

/** A status, and the browser's time in milliseconds when it arrived. */
export interface LastStatus {
  readonly status: Status;
  readonly received: number;
  /** Today's chart, if it is known. */
  readonly chart?: Chart | null;
  /** The browser's time in milliseconds when the chart arrived; default that of the status. */
  readonly chartReceived?: number;
}

/** The time at the venue, at a time of the browser. Without recent reports, the day may be only that of the chart. */
export function venueTime(last: LastStatus, now: number): VenueTime {
  const { status, received } = last;
  const clock = clockOf(last);
  const at = instantAt(status, received, clock);
  const days = daysToChart(last, clock.wall(at));
  const then = days <= 0 ? at : clock.instant(clock.wall(at) + days);
  return clock.time(then + now - received);
}

function clockOf({ status, chart = null }: LastStatus): DayClock {
  return new DayClock(chart, status.last_updated);
}

/**
 * Whether a closed venue replays an earlier day than the browser's, so that its time is unknown. A chart that is old only because the day has
 * ended since doesn't count.
 */
export function isReplay(last: LastStatus): boolean {
  const { status, received, chartReceived = received } = last;
  return !status.hours.is_open && daysToChart(last, venueTime(last, chartReceived).wall) < 0;
}

/** From the day of a time to that of the chart, in milliseconds; 0 if the chart is not known. */
function daysToChart({ chart }: LastStatus, time: WallTime): number {
  const first = chart?.line[0];
  return first === undefined ? 0 : Date.parse(dateOf(wallTimeOf(first.t))) - Date.parse(dateOf(time));
}

/** When the venue closes, or opens if it is closed, in milliseconds of the browser. Null if the status does not say. */
export function nextChange(last: LastStatus): number | null {
  const { status, received } = last;
  const now = venueTime(last, received);
  const until = (time: WallTime) => clockOf(last).instant(time) - now.at;
  const { is_open, minutes_until_close } = status.hours;
  if (!is_open) {
    const opens = nextOpening(status, now.wall, messageParts(status).opening);
    return opens === null ? null : received + until(opens);
  }
  const closes = closingTime(status, now.wall, 0);
  if (closes === null || minutes_until_close === null)
    return closes === null ? null : received + until(closes);
  // The service rounds minutes up (gap `minutes-rounding`), and the browser's clock may be fast or slow.
  const latest = minutes_until_close * MINUTE;
  return received + Math.min(latest, Math.max(latest - MINUTE, until(closes)));
}

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
