/**
 * The estimator is a discrete hidden Markov model. The hidden state is the length of the queue, the observations are
 * reports, and the posterior comes from forward-backward filtering (`forward-backward.ts`), averaged over candidate models by
 * their evidence (Bayesian model averaging, `model-state.ts`). docs/estimate.md describes it, decision 0024 says why.
 */
import { BUCKET_VALUE } from './bucket.ts';
import { addWeighted, type Distribution, normalise, quantile, tempered } from './distribution.ts';
import { forwardPass } from './forward-backward.ts';
import { HOUR, MINUTE, type Micros } from './micros.ts';
import { type FittedModel, weightedHypotheses } from './model-state.ts';
import type { Observation } from './report.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { oneDecimal, STATE_COUNT, STATE_SPACING } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

/** The number of people in the queue, with an 80 % interval. */
export interface Estimate {
  /** People, one decimal; at most two people outside the range of the reports behind it. */
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

/** How far back the forward pass starts; older reports say nothing about the present. */
export const LOOKBACK: Micros = 6 * HOUR;

/** The largest distance of the value from the reports, in people. */
const REPORT_MARGIN = 2;
/** Values below this are shown as 0. */
const LEAST_VALUE = 0.5;
/** The posterior probability below and above the interval. */
const LOWER_TAIL = 0.13;
const UPPER_TAIL = 0.13;
/** The share of an unused lower tail that widens the interval at the top. */
const UNUSED_TAIL_SHARE = 0.6;
/** The error that people at one venue have in common, as a share of the queue (one standard deviation). */
const COMMON_ERROR = 0.18;

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

  const to = Math.floor(now / MINUTE);
  const sequence = {
    from: Math.floor(start / MINUTE),
    to,
    groups: groupByMinute(used),
    priorAt: model.priorAt,
  };
  const average = new Float64Array(STATE_COUNT);
  for (const [hypothesis, weight] of weightedHypotheses(model)) {
    addWeighted(average, forwardPass(hypothesis, sequence), weight);
  }
  const posterior = tempered(average, model.inverseTemperature);
  const value = estimatedValue(posterior, counted);
  const prior = model.priorAt(to);
  return {
    value,
    ...intervalOf(posterior, value),
    count: counted.length,
    newest: newest.at,
    seasonal: {
      value: quantile(prior.distribution, 0.5),
      low: quantile(prior.distribution, 0.1),
      high: quantile(prior.distribution, 0.9),
      reports: prior.reports,
    },
  };
}

/** The median of a posterior, one decimal, kept near the reports; 0 below half a person. */
export function estimatedValue(posterior: Distribution, reports: readonly Observation[]): number {
  const values = reports.map(({ bucket }) => BUCKET_VALUE[bucket]);
  const median = Math.min(
    Math.max(quantile(posterior, 0.5), Math.min(...values) - REPORT_MARGIN),
    Math.max(...values) + REPORT_MARGIN,
  );
  return median < LEAST_VALUE ? 0 : oneDecimal(median);
}

function intervalOf(posterior: Distribution, value: number): { readonly low: number; readonly high: number } {
  const widened = posterior.slice();
  const transitions = new TransitionModel();
  // On the square-root scale, a relative error is half that share of the distance from zero.
  transitions.blur((index) => ((COMMON_ERROR * index * STATE_SPACING) / 2) ** 2);
  transitions.forward(widened, 1);
  normalise(widened);
  const low = Math.round(quantile(widened, LOWER_TAIL));
  const unused = low === 0 ? UNUSED_TAIL_SHARE * LOWER_TAIL : 0;
  const high = Math.round(quantile(widened, 1 - UPPER_TAIL - unused));
  return { low: Math.min(low, Math.floor(value)), high: Math.max(high, Math.ceil(value)) };
}
