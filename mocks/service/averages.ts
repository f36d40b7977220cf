import type { Rounding } from './choices.ts';
import { localParts } from './local-time.ts';
import { meanOf, type Report, type Store } from './store.ts';

/** The weight of the value that an average leans on: a quarter of a new report. */
const PRIOR_WEIGHT = 0.25;
const MINUTE = 60_000_000;

/**
 * The average of reports around an instant in microseconds, and of the value that the service leans on; null without either. A report's weight
 * halves with every `halfLife` minutes between the two.
 */
export function weightedAverage(
  reports: readonly Report[],
  us: number,
  halfLife: number,
  prior: number | undefined,
): number | null {
  let weights = prior === undefined ? 0 : PRIOR_WEIGHT;
  let total = weights * (prior ?? 0);
  for (const { us: reported, value } of reports) {
    const weight = 0.5 ** (Math.abs(us - reported) / MINUTE / halfLife);
    total += weight * value;
    weights += weight;
  }
  return weights === 0 ? null : total / weights;
}

/** The value that estimates and lines lean on at an instant in microseconds; undefined if they use reports only. */
export function priorOf({ options, reports, zone }: Store): (us: number) => number | undefined {
  if (options.prior === 'none') return () => undefined;
  if (options.prior === 'default') return () => 6;
  const usual = new Map<number, number | null>();
  return (us) => {
    const { hour } = localParts(us, zone);
    if (!usual.has(hour)) usual.set(hour, meanOf(reports.filter((report) => report.hour === hour)));
    return usual.get(hour) ?? undefined;
  };
}

/** Rounds a value. */
export function rounded(value: number, rounding: Rounding): number {
  const toStep = (step: number) => Math.round(value / step) * step;
  switch (rounding) {
    case 'none':
      return value;
    case '3-digits':
      return Number(value.toPrecision(3));
    case '4-digits':
      return Number(value.toPrecision(4));
    case 'float32':
      return Math.fround(value);
    case 'halves':
      return toStep(0.5);
    case 'quarters':
      return toStep(0.25);
    case 'cut':
      return Math.floor(value * 10) / 10;
    case 'cut-whole':
      return Math.floor(value);
    default: {
      const scale = 10 ** rounding;
      return Math.round(value * scale) / scale;
    }
  }
}

/** `Map.groupBy`, which browsers of 2023 don't have yet. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}
