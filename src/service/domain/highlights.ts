import type { LocalTime } from './local-time.ts';
import { HOUR, type Micros } from './micros.ts';

/** A search for the first photo by time with `from <= created < before` that doesn't expire before `validUntil`. */
export interface PhotoSearch {
  readonly from: Micros;
  readonly before: Micros;
  readonly validUntil: Micros;
}

const LOOK_BACK: Micros = 365 * 24 * HOUR;

/** The days of highlights: the last `days` days including today, newest first. */
export function highlightDays(today: Temporal.PlainDate, days: number): readonly Temporal.PlainDate[] {
  return Array.from({ length: days }, (_, back) => today.subtract({ days: back }));
}

/**
 * The searches for a day's highlight: the photo found by the first search, else by the
 * second, else none (gap `highlight-choice`).
 *
 * Candidates were taken before the day's first instant, at most 365 times 24 hours earlier,
 * and don't expire before its last instant. The date alone decides a point between the oldest
 * possible candidate (`firstPhoto` is the time of the oldest photo) and the day; the first search
 * starts there and the second covers the time before it. So nothing that happens after the
 * start of a day changes its highlight (gap `highlight-stability`).
 */
export function highlightSearches(
  date: Temporal.PlainDate,
  firstPhoto: Micros,
  time: LocalTime,
): readonly [PhotoSearch, PhotoSearch] {
  const { start, end } = time.day(date);
  const validUntil = end - 1;
  const oldest = Math.min(start, Math.max(start - LOOK_BACK, firstPhoto));
  const pivot = oldest + Math.floor((scattered(dayNumber(date)) / 2 ** 32) * (start - oldest));
  return [
    { from: pivot, before: start, validUntil },
    { from: oldest, before: pivot, validUntil },
  ];
}

/**
 * MurmurHash3's 32-bit finalizer: maps each 32-bit number to an unsigned 32-bit hash, with neighbors far apart.
 */
export function scattered(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function dayNumber(date: Temporal.PlainDate): number {
  return new Temporal.PlainDate(1970, 1, 1).until(date, { largestUnit: 'day' }).days;
}
