import type { LocalTime } from './local-time.ts';
import { HOUR, type Micros } from './micros.ts';

/** Asks for the first photo, by time, with `from <= created < before` that expires at or after `validUntil`. */
export interface PhotoSearch {
  readonly from: Micros;
  readonly before: Micros;
  readonly validUntil: Micros;
}

const LOOK_BACK: Micros = 365 * 24 * HOUR;

/** The days to show a highlight for: `days` of them back from today, today included, newest first. */
export function highlightDays(today: Temporal.PlainDate, days: number): readonly Temporal.PlainDate[] {
  return Array.from({ length: days }, (_, back) => today.subtract({ days: back }));
}

/**
 * Where to look for the older photo of a day: what the first search finds, else what the
 * second finds, else the day has no highlight (gap `highlight-choice`).
 *
 * Candidates are taken before the day's first instant, at most 365 times 24 hours before it,
 * and do not expire before the day's last instant. The first search starts at a point between
 * the oldest of them (`firstPhoto` is the time of the oldest photo there is) and the day, which
 * only the date decides; the second covers what lies before that point. So nothing that
 * happens once the day has begun changes its highlight.
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
 * MurmurHash3's 32-bit finalizer: a whole number from 0 up to 2 to the 32nd for each 32-bit
 * number, such that neighbours land far apart.
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
