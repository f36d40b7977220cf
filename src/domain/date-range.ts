import type { LocalTime } from './local-time.ts';
import type { Span } from './micros.ts';

/** Local days from `since` to `until`, both included; `since` is never later ("Parameters"). */
export interface DateRange {
  readonly since: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** From the first instant of the first day up to the first instant after the last. */
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
 * Completes a range of which one end, or both, was left out (gap `one-sided-range`).
 *
 * Without `until` it reaches to today, or to `since` where that lies in the future. Without
 * `since` it reaches back to the day of the first report (`firstDay`, null in an empty
 * store), or is `until` alone where no report is that old. A range asked for in full comes
 * back as it is: whether its ends are in order is for the caller to judge.
 */
export function resolveRange(
  asked: {
    readonly since?: Temporal.PlainDate | undefined;
    readonly until?: Temporal.PlainDate | undefined;
  },
  known: { readonly today: Temporal.PlainDate; readonly firstDay: Temporal.PlainDate | null },
): DateRange {
  const until = asked.until ?? later(asked.since ?? known.today, known.today);
  const since = asked.since ?? earlier(known.firstDay ?? until, until);
  return { since, until };
}

function later(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? a : b;
}
