/**
 * The estimator is a discrete hidden Markov model. The hidden state is how long the queue is compared with what is usual at that
 * time (`levels.ts`), the observations are reports, and the result is averaged over candidate models by the evidence for each
 * (`filter.ts`). docs/estimate.md describes it, records 19 and 20 say why.
 */
import { calibrated } from './calibration.ts';
import { Filter } from './filter.ts';
import { type Distribution, oneDecimal, quantile } from './length-scale.ts';
import { BUCKET_EDGES } from './likelihood.ts';
import { HOUR, MINUTE, type Micros } from './micros.ts';
import type { Observation } from './report.ts';
import { reportsByMinute } from './reports-by-minute.ts';
import type { FittedModel } from './seasonal-prior.ts';

/** The number of people in the queue, with an 80 % interval. */
export interface Estimate {
  /** People, one decimal. */
  readonly value: number;
  /** Whole people; `low <= value <= high`. */
  readonly low: number;
  readonly high: number;
  /** The number of reports behind it. */
  readonly count: number;
  /** The time of the newest of them. */
  readonly newest: Micros;
  /** The seasonal prior at this time of the week: its median and 80 % interval, in people. */
  readonly seasonal: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    /** The number of reports behind the prior. */
    readonly reports: number;
  };
}

/** Reports count up to this age, inclusive (gap `report-count-window`). */
export const ESTIMATE_WINDOW: Micros = 120 * MINUTE;

/** How far back reports count, if there is one within the window; older reports say little about the present. */
export const LOOKBACK: Micros = 6 * HOUR;

/** The share of cases in which the queue is shorter than the range, and in which it is longer. */
const TAIL = 0.1;

/** What an estimate is based on. */
export interface Evidence {
  /** Reports in any order; those before the current opening, older than `LOOKBACK` or later than `now` are ignored. */
  readonly observations: readonly Observation[];
  readonly now: Micros;
  /** The start of the current opening; any time before `now - LOOKBACK` if it started earlier. */
  readonly opened: Micros;
  readonly model: FittedModel;
}

/** The estimate at `now`; null without a report in the last 120 minutes (gap `estimate-formula`). */
export function estimate({ observations, now, opened, model }: Evidence): Estimate | null {
  const start = Math.max(opened, now - LOOKBACK);
  const used = observations.filter(({ at }) => start <= at && at <= now).toSorted((a, b) => a.at - b.at);
  const counted = used.filter(({ at }) => at >= now - ESTIMATE_WINDOW);
  const newest = counted.at(-1);
  if (newest === undefined) return null;

  const lengths = predictedLengths(used, now, model);
  const value = shownValue(lengths);
  const usual = model.priorAt('at this time', Math.floor(now / MINUTE));
  return {
    value,
    ...rangeOf(lengths, value, model),
    count: counted.length,
    newest: newest.at,
    seasonal: {
      value: usual.quantile(0.5),
      low: usual.quantile(TAIL),
      high: usual.quantile(1 - TAIL),
      reports: usual.reports,
    },
  };
}

/** The distribution of the queue's length at `now`, before calibration; `reports` ascend in time and are those that count. */
export function predictedLengths(
  reports: readonly Observation[],
  now: Micros,
  model: FittedModel,
): Distribution {
  const filter = new Filter(model);
  for (const { minute, buckets } of reportsByMinute(reports)) {
    filter.passTo(minute);
    filter.observe(buckets);
  }
  filter.passTo(Math.floor(now / MINUTE));
  return filter.lengths();
}

/** The median of a distribution, one decimal; 0 below half a person, which people would report as 0. */
export function shownValue(lengths: Distribution): number {
  const median = quantile(lengths, 0.5);
  return median < (BUCKET_EDGES[1] as number) ? 0 : oneDecimal(median);
}

function rangeOf(lengths: Distribution, value: number, { calibration }: FittedModel) {
  const at = (share: number) => Math.round(quantile(lengths, calibrated(calibration, lengths, share)));
  const low = at(TAIL);
  // A range from 0 leaves nothing out below, so it leaves out half of that share more above.
  const high = at(low === 0 ? 1 - 1.5 * TAIL : 1 - TAIL);
  return { low: Math.min(low, Math.floor(value)), high: Math.max(high, Math.ceil(value)) };
}
