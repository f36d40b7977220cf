import type { Calibration } from './calibration.ts';
import type { SeasonalPrior } from './seasonal-prior.ts';

/** What a queue returns to: the usual at that time of the week, or at the venue at any time. */
export type Usual = 'at this time' | 'at any time';

/** The parameters that a model state implies, ready for estimates. */
export interface FittedModel {
  /** What is usual at a minute since 1970-01-01T00:00Z. */
  readonly priorAt: (usual: Usual, minute: number) => SeasonalPrior;
  /** For each of `HYPOTHESES`. */
  readonly logEvidence: Float64Array;
  readonly calibration: Calibration;
}
