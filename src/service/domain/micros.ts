/**
 * A point in time as whole microseconds since 1970-01-01T00:00Z.
 *
 * Reports have their time in this form because a year's chart reads tens of thousands of
 * them; all calendar arithmetic uses `Temporal` (`LocalTime`). Exact for the years 1685 to 2255.
 */
export type Micros = number;

/** A half-open interval of time: `start` is included, `end` is not. */
export interface Span {
  readonly start: Micros;
  readonly end: Micros;
}

export const SECOND: Micros = 1_000_000;
export const MINUTE: Micros = 60 * SECOND;
export const HOUR: Micros = 60 * MINUTE;
/** 24 hours, which a local day need not have. */
export const DAY: Micros = 24 * HOUR;
/** Weeks count from 1970-01-01T00:00Z, a Thursday. */
export const WEEK: Micros = 7 * DAY;

export function microsOf(instant: Temporal.Instant): Micros {
  return Number(instant.epochNanoseconds / 1000n);
}

export function instantOf(at: Micros): Temporal.Instant {
  return Temporal.Instant.fromEpochNanoseconds(BigInt(at) * 1000n);
}

/** The weeks, counted from the epoch, that lie entirely in a span. Ends before it starts if there are none. */
export function wholeWeeks({ start, end }: Span): Span {
  return { start: Math.ceil(start / WEEK) * WEEK, end: Math.floor(end / WEEK) * WEEK };
}
