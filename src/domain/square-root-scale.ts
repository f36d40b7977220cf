import { BUCKET_VALUE, type Bucket } from './bucket.ts';
import type { Micros } from './micros.ts';

/**
 * The scale on which headcounts are blended. People miscount a long line by more than a short
 * one; on the square root of the count (plus a half, so that it stays even near zero) the
 * error is about the same everywhere, which makes plain weighted means fair (gaps `estimate-formula`, `line-formula`).
 */
export function onScale(bucket: Bucket): number {
  return Math.sqrt(BUCKET_VALUE[bucket] + 0.5);
}

/** Back from the scale to people, never below 0. */
export function peopleAt(scaled: number): number {
  return Math.max(0, Math.max(0, scaled) ** 2 - 0.5);
}

/** What a report weighs that is `distance` away in time: 1 at once, half after each half-life. */
export function weightAt(distance: Micros, halfLife: Micros): number {
  return 2 ** (-Math.abs(distance) / halfLife);
}

/** People to one decimal, as estimates and smoothed lines show them. */
export function oneDecimal(people: number): number {
  return Math.round(people * 10) / 10;
}
