import type { OpenWindow } from './opening-hours.ts';
import type { Observation } from './report.ts';
import type { LinePoint } from './smoothed-line.ts';

/** The chart of a range, as both forms need it ("Chart data"). */
export interface Chart {
  /** Oldest first; reports at the same time in order of their ids (gap `tie-order`). */
  readonly scatter: readonly Observation[];
  readonly line: readonly LinePoint[];
  /** Null for a range of more than one day. */
  readonly openWindow: OpenWindow | null;
}
