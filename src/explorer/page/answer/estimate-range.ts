/** The likely range of an estimate, in people. */
export interface EstimateRange {
  readonly low: number;
  readonly high: number;
}

/** Reads a range such as `12-33`; null for anything else. */
export function parseEstimateRange(display: string | null): EstimateRange | null {
  const [, low, high] = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(display ?? '') ?? [];
  if (low === undefined || Number(low) > Number(high)) return null;
  return { low: Number(low), high: Number(high) };
}

/** The range in words; a text of another shape as it is, and null without one. `count` is the number that is shown above it. */
export function rangeText(display: string | null, count: number): string | null {
  const range = parseEstimateRange(display);
  if (range === null) return display === null || display.trim() === '' ? null : display.trim();
  return rangeWords(range, count);
}

/** The same for a range. */
export function rangeWords({ low, high }: EstimateRange, count: number): string {
  if (high === 0) return 'probably nobody';
  if (low === high) return `probably ${low}`;
  if (low > 0) return `probably between ${low} and ${high}`;
  return count === 0 ? `probably nobody, at most ${high}` : `probably at most ${high}`;
}
