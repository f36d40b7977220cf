import { BUCKETS, type Bucket } from './bucket.ts';
import type { LocalTime } from './local-time.ts';
import { type Micros, SECOND, type Span } from './micros.ts';
import { EMPTY_MODEL_STATE, fitModel } from './model-state.ts';
import type { Observation } from './report.ts';
import type { FittedModel } from './seasonal-prior.ts';
import { parseTimetable, type Timetable } from './timetable.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Numbers from 0 up to 1, the same for the same seed (mulberry32); for property tests. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Reports at random times (to the second) of a span, ascending, in random buckets. */
export function randomObservations(random: () => number, span: Span, count: number): readonly Observation[] {
  return Array.from({ length: count }, () => ({
    at: span.start + Math.floor((random() * (span.end - span.start)) / SECOND) * SECOND,
    bucket: BUCKETS[Math.floor(random() * BUCKETS.length)] as Bucket,
  })).toSorted((a, b) => a.at - b.at);
}

/** The time of an ISO 8601 date-time with an offset. */
export function at(text: string): Micros {
  return Number(Temporal.Instant.from(text).epochNanoseconds / 1000n);
}

export function on(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** A timetable with the same hours on every weekday except `others` by name, and with `exceptions` and `seasons` by date. */
export function timetableOf(
  everyDay: readonly string[],
  others = {},
  exceptions = {},
  seasons = {},
): Timetable {
  const weekly = { ...Object.fromEntries(WEEKDAYS.map((day) => [day, everyDay])), ...others };
  return parseTimetable({ weekly, exceptions, seasons });
}

/** Friday and Saturday until after midnight, Sunday closed; Thanksgiving closed, the day after with a break. */
export const CAFE = timetableOf(
  ['07:00-22:00'],
  { fri: ['07:00-02:00'], sat: ['09:00-02:00'], sun: [] },
  { '2026-11-26': [], '2026-11-27': ['10:00-12:00', '14:00-16:00'] },
);

/** Spans as `START END`, as timestamps. */
export function written(spans: readonly Span[], time: LocalTime): readonly string[] {
  return spans.map(({ start, end }) => `${time.timestamp(start)} ${time.timestamp(end)}`);
}

/** The model for a venue without history. */
export function newVenueModel(time: LocalTime): FittedModel {
  return fitModel(EMPTY_MODEL_STATE, time);
}
