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

/** The range in words; a text of another shape as it is, and null without one. `count` is the number that is shown above it, `isRough` whether it is a rough guess. */
export function rangeText(display: string | null, count: number, isRough = false): string | null {
  const range = parseEstimateRange(display);
  if (range === null) return display === null || display.trim() === '' ? null : display.trim();
  const { low, high } = range;
  if (low < high) return `probably ${low} to ${high}`;
  if (low === 0) return 'probably nobody';
  return low === count && !isRough ? `probably exactly ${low}` : `probably about ${low}`;
}
