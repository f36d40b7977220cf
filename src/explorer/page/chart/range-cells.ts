import { niceTicks } from '../figure/plot.ts';

/** A day or a week of a range, in local time. */
export interface Period {
  readonly start: number;
  readonly end: number;
  /** The average, where there are reports. */
  readonly value: number | null;
}

/** How many of a period's reports are about a number of people. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  /** People. */
  readonly low: number;
  readonly high: number;
  readonly reports: number;
  /** Of all reports of the period, above 0 and up to 1. */
  readonly share: number;
}

/** More different values than this are grouped by the labels of an axis. */
const MOST_BANDS = 12;

/** The least width in which the average and the reports of a period can be told apart from the next, in pixels. */
export const LEAST_WIDTH = 12;
/** How many days or weeks are drawn together where each is narrower. */
const TOGETHER = { day: [1, 7], week: [1, 4, 12] } as const;

/** The periods of a chart of `width` pixels, or as many together as it takes to draw their reports. */
export function wideEnough(
  periods: readonly Period[],
  step: 'day' | 'week',
  width: number,
): readonly Period[] {
  const fits = (each: number) => (each * width) / periods.length >= LEAST_WIDTH;
  const count = TOGETHER[step].find(fits) ?? TOGETHER[step].at(-1) ?? 1;
  return periods
    .filter((_, index) => index % count === 0)
    .map((first, index) => ({ ...first, end: periods.slice(0, (index + 1) * count).at(-1)?.end ?? 0 }));
}

/** The reports of each period by their value, which has a band of its own if there are few different ones. */
export function cellsOf(
  reports: readonly { readonly at: number; readonly value: number }[],
  periods: readonly Period[],
): readonly Cell[] {
  const edges = edgesOf([...new Set(reports.map(({ value }) => value))].toSorted((a, b) => a - b));
  return periods.flatMap(({ start, end }) => {
    const own = reports.filter(({ at }) => at >= start && at < end);
    const counts = new Map<number, number>();
    for (const { value } of own) {
      const band = edges.findLastIndex((edge) => edge <= value);
      counts.set(band, (counts.get(band) ?? 0) + 1);
    }
    return [...counts].map(([band, count]) => ({
      start,
      end,
      low: edges[band] ?? 0,
      high: edges[band + 1] ?? 0,
      reports: count,
      share: count / own.length,
    }));
  });
}

/** The sides of a cell: around the middle of its period, as wide as its share, but at least `least`; the share `most` fills it. */
export function sidesOf(
  { start, end, share }: Cell,
  most: number,
  least: number,
): readonly [left: number, right: number] {
  const [middle, width] = [(start + end) / 2, Math.max(least, (0.92 * (end - start) * share) / most)];
  return [middle - width / 2, middle + width / 2];
}

/** The edges of the bands of sorted values, one more than bands. */
function edgesOf(values: readonly number[]): readonly number[] {
  const [lowest = 0, highest = 0] = [values[0], values.at(-1)];
  if (values.length > MOST_BANDS) return niceTicks(highest + 1, MOST_BANDS);
  const between = values.slice(1).map((value, index) => (value + (values[index] ?? 0)) / 2);
  const [first = lowest + 1, last = highest - 1] = [between[0], between.at(-1)];
  return [Math.max(0, 2 * lowest - first), ...between, 2 * highest - last];
}
