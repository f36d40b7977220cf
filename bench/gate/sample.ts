import { seededRandom } from '../../conformance/reference/reports.ts';

/** `count` of the items in their order, chosen by the seed; all of them if `count` is null. */
export function sampleOf<Item>(items: readonly Item[], count: number | null, seed: number): readonly Item[] {
  if (count === null) return items;
  const random = seededRandom(seed);
  const keys = new Map(items.map((item) => [item, random()]));
  const chosen = new Set(items.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)).slice(0, count));
  return items.filter((item) => chosen.has(item));
}
