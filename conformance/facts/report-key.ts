import type { Timestamp } from './timestamp.ts';

/** A number for the time of a report, equal on all endpoints that show the report. */
export type KeyOf = (t: Timestamp) => number;

/**
 * Identifies reports by their times, in the smallest unit that all kinds of responses show: if the feed has microseconds and the
 * chart has seconds, in seconds. The one with fewer digits may have cut them or rounded them; what matches more reports counts.
 */
export function reportKey(sources: readonly (readonly Timestamp[])[]): KeyOf {
  const shown = sources
    .filter((times) => times.length > 0)
    .map((times) => ({ times, unit: times.reduce((least, { unit }) => Math.min(least, unit), Infinity) }));
  const unit = shown.reduce((most, one) => Math.max(most, one.unit), 1);
  const cut: KeyOf = ({ micros }) => Math.floor(micros / unit);
  const rounded: KeyOf = (t) => (t.unit < unit ? Math.round(t.micros / unit) : cut(t));
  const coarse = new Set(shown.filter((one) => one.unit === unit).flatMap(({ times }) => times.map(cut)));
  const fine = shown.filter((one) => one.unit < unit).flatMap(({ times }) => times);
  const matches = (key: KeyOf) => fine.reduce((sum, t) => sum + (coarse.has(key(t)) ? 1 : 0), 0);
  return fine.length > 0 && matches(rounded) > matches(cut) ? rounded : cut;
}
