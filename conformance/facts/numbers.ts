/** Smallest and largest of any number of values; spreading them into Math.min would overflow the stack. */
export function extremes(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The mean; 0 without values. */
export function meanOf(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}

/** How often each item occurs, in the order of their first occurrence. */
export function countsOf<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
