import type { Facts } from '../../facts/facts.ts';
import { countsOf } from '../../facts/numbers.ts';
import type { Timestamp } from '../../facts/timestamp.ts';

/** Describes in one sentence what a deployment does at a gap; undefined if the evidence does not show it. */
export type Observer = (facts: Facts) => string | undefined;

/** Observers by gap id. */
export type Observers = Readonly<Record<string, Observer>>;

const longestQuote = 80;
const mostListed = 12;

/** A value as JSON, shortened. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}

/** The distinct texts, joined by commas; only the first ones, with a count of the rest. */
export function listed(texts: Iterable<string>): string {
  const all = [...new Set(texts)];
  const more = all.length - mostListed;
  return `${all.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The parts as one sentence; undefined without any. */
export function sentence(parts: readonly (string | undefined)[]): string | undefined {
  const text = parts.filter((part) => part !== undefined && part !== '').join('; ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Least and greatest as `A to B`, or the one value that they share. */
export function span<Value extends number | string>(values: readonly Value[]): string {
  const [first] = values;
  if (first === undefined) return 'none';
  let [least, greatest] = [first, first];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return least === greatest ? String(least) : `${least} to ${greatest}`;
}

/** The most frequent item; the first one on a tie. */
export function mostCommon<Item>(items: readonly Item[]): Item | undefined {
  return [...countsOf(items)].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The order of times in words; undefined for fewer than two. */
export function orderOf(timestamps: readonly Timestamp[]): string | undefined {
  if (timestamps.length < 2) return undefined;
  const falls = (a: Timestamp, b: Timestamp) => a.micros >= b.micros;
  const pairs = timestamps.slice(1).map((t, at) => [timestamps[at] ?? t, t] as const);
  if (pairs.every(([before, after]) => falls(before, after))) return 'newest first';
  return pairs.every(([before, after]) => falls(after, before)) ? 'oldest first' : 'not in time order';
}
