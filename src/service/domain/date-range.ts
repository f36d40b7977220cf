import type { LocalTime } from './local-time.ts';
import type { Span } from './micros.ts';

/** Local days from `since` to `until`, inclusive; `since` is never later ("Parameters"). */
export interface DateRange {
  readonly since: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** From the first instant of the first day up to the first instant after the last day. */
export function spanOf(range: DateRange, time: LocalTime): Span {
  return { start: time.startOfDay(range.since), end: time.startOfDay(range.until.add({ days: 1 })) };
}

export function isSingleDay(range: DateRange): boolean {
  return range.since.equals(range.until);
}

export function dayCount(range: DateRange): number {
  return range.since.until(range.until, { largestUnit: 'day' }).days + 1;
}

/**
 * Completes a range with one or both ends omitted (gap `one-sided-range`).
 *
 * Without `until` it ends today, or on `since` if that is in the future. Without `since` it
 * starts on the day of the first report (`firstDay`, null in an empty store), or on `until` if
 * no report is that old. A complete range is returned unchanged; the caller checks its order.
 */
export function resolveRange(
  requested: {
    readonly since?: Temporal.PlainDate | undefined;
    readonly until?: Temporal.PlainDate | undefined;
  },
  known: { readonly today: Temporal.PlainDate; readonly firstDay: Temporal.PlainDate | null },
): DateRange {
  const until = requested.until ?? later(requested.since ?? known.today, known.today);
  const since = requested.since ?? earlier(known.firstDay ?? until, until);
  return { since, until };
}

function later(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? a : b;
}
