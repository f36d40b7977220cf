import { BUCKETS } from './bucket.ts';
import type { Distribution } from './distribution.ts';
import { forwardPass, type OnReport, partsOf, type SeasonalPriorAt } from './forward-backward.ts';
import { HYPOTHESES, type Hypothesis } from './hypotheses.ts';
import { OUTLIER_RATE } from './likelihood.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import type { Observation } from './report.ts';
import { DUPLICATE_DISCOUNTS, groupByMinute } from './same-minute-groups.ts';
import { type SeasonalCounts, SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { runToEnd, type Steps } from './steps.ts';

/** What the model has learned from a venue's earlier days; made by `learn`, of constant size. */
export interface ModelState {
  /** Reports by weekday, half hour and bucket, weighted by how unlikely they are to be outliers. */
  readonly seasonalCounts: SeasonalCounts;
  /** For each of `HYPOTHESES`, the log of its prior weight times the likelihood it gave to the reports. */
  readonly logEvidence: Float64Array;
  /** For each of `INVERSE_TEMPERATURES`, the log-likelihood of the reports. */
  readonly temperatureLogEvidence: Float64Array;
}

/**
 * The version of the model state's layout and of everything that changes what the model learns from a day; stored states of
 * another version are discarded. Raise it with such a change: a test notices most of them.
 */
export const MODEL_VERSION = 2;

/** Powers for posteriors: below 1 a venue is less predictable than the model assumes, above 1 more so. */
const INVERSE_TEMPERATURES = [0.6, 0.8, 1, 1.25, 1.6, 2.1] as const;
/** The strength of the prior for a power of 1. */
const TEMPERATURE_PRIOR_PRECISION = 50;
/** After this many days with reports, what the model has learned counts half. */
const HALF_LIFE_DAYS = 20;
const DAILY_DECAY = 0.5 ** (1 / HALF_LIFE_DAYS);
/** Hypotheses with less weight are dropped; of the rest, only the likeliest seven are kept. */
const LEAST_WEIGHT = 0.01;
const MOST_HYPOTHESES = 7;
/** The fewest days that a model is trained on, if there are that many; the most is one less than twice as many. */
const TRAINING_DAYS = 84;
/** Reports that one step of learning takes in. */
const REPORTS_PER_STEP = 100;

/** The state for a venue without history. */
export const EMPTY_MODEL_STATE: ModelState = {
  seasonalCounts: Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE)),
  logEvidence: Float64Array.from(HYPOTHESES, ({ logPrior }) => logPrior),
  temperatureLogEvidence: new Float64Array(INVERSE_TEMPERATURES.length),
};

/**
 * The first day to train on for the model of a date: 84 to 167 days before it. It moves by 84 days at a time, so that
 * `learn` can continue from day to day, and yet every process that learns from the same days gets the same state.
 */
export function firstTrainingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  const days = new Temporal.PlainDate(1970, 1, 1).until(date, { largestUnit: 'day' }).days;
  return date.subtract({ days: TRAINING_DAYS + (days % TRAINING_DAYS) });
}

/** One local day that is over. */
export interface PastDay {
  /** Ascending; reports outside of them are ignored. */
  readonly openings: readonly Span[];
  /** Ascending in time. */
  readonly observations: readonly Observation[];
}

/**
 * The state after one more day: each hypothesis gains the likelihood that it gave to each next report, given those
 * before it, and the day's reports join the seasonal counts. A pure function of the state and the day.
 */
export function learn(state: ModelState, day: PastDay, time: LocalTime): ModelState {
  return runToEnd(learnInSteps(state, day, time));
}

/** `learn` in steps. */
export function* learnInSteps(state: ModelState, day: PastDay, time: LocalTime): Steps<ModelState> {
  const openings = day.openings.flatMap(({ start, end }) => {
    const observations = day.observations.filter(({ at }) => at >= start && at < end);
    return observations.length === 0
      ? []
      : [{ from: Math.floor(start / MINUTE), groups: groupByMinute(observations) }];
  });
  if (openings.length === 0) return state;
  const { priorAt, weights } = fitModel(state, time);
  const seasonalCounts = state.seasonalCounts.map((table) => table.map((count) => count * DAILY_DECAY));
  const logEvidence = state.logEvidence.map((sum) => sum * DAILY_DECAY);
  const temperatureLogEvidence = state.temperatureLogEvidence.map((sum) => sum * DAILY_DECAY);
  for (const { from, groups } of openings) {
    const sequence = { from, to: groups.at(-1)?.minute ?? from, groups, priorAt };
    const parts = partsOf(sequence, REPORTS_PER_STEP);
    for (const [index, hypothesis] of HYPOTHESES.entries()) {
      const weight = weights[index] as number;
      const onReport: OnReport = ({ bucket, repeats }, minute, predicted, likelihood) => {
        const discount = DUPLICATE_DISCOUNTS[repeats] as number;
        logEvidence[index] = (logEvidence[index] as number) + discount * Math.log(likelihood);
        if (weight === 0) return;
        const at = minute * MINUTE;
        const table = seasonalCounts[time.weekday(at)] as Float64Array;
        const cell = Math.floor(time.minuteOfDay(at) / 30) * BUCKETS.length + bucket;
        const inlierProbability = Math.max(0, 1 - OUTLIER_RATE / BUCKETS.length / likelihood);
        table[cell] = (table[cell] as number) + weight * discount * inlierProbability;
        addTemperatureEvidence(
          temperatureLogEvidence,
          weight * discount,
          predicted,
          hypothesis.likelihoods[bucket] as Float64Array,
        );
      };
      let posterior: Distribution | undefined;
      for (const part of parts) {
        posterior = forwardPass(hypothesis, part, { onReport }, posterior);
        yield;
      }
    }
  }
  return { seasonalCounts, logEvidence, temperatureLogEvidence };
}

/** The parameters that a model state implies, ready for estimates. */
export interface FittedModel {
  readonly priorAt: SeasonalPriorAt;
  /** The posterior weight of each of `HYPOTHESES`, 0 for those dropped; normalised. */
  readonly weights: readonly number[];
  /** The power that averaged posteriors are raised to. */
  readonly inverseTemperature: number;
}

export function fitModel(state: ModelState, time: LocalTime): FittedModel {
  const priors = new SeasonalPriors(state.seasonalCounts);
  return {
    priorAt: (minute) => {
      const at: Micros = minute * MINUTE;
      return priors.at(time.weekday(at), time.minuteOfDay(at));
    },
    weights: weightsOf(state.logEvidence),
    inverseTemperature: inverseTemperatureOf(state.temperatureLogEvidence),
  };
}

/** The hypotheses that were not dropped, with their weights. */
export function weightedHypotheses({ weights }: FittedModel): readonly (readonly [Hypothesis, number])[] {
  return HYPOTHESES.flatMap((hypothesis, index) => {
    const weight = weights[index] as number;
    return weight === 0 ? [] : [[hypothesis, weight] as const];
  });
}

function weightsOf(logEvidence: Float64Array): readonly number[] {
  const most = Math.max(...logEvidence);
  const raw = Array.from(logEvidence, (sum) => Math.exp(sum - most));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const least = Math.max(LEAST_WEIGHT * total, raw.toSorted((a, b) => b - a)[MOST_HYPOTHESES - 1] ?? 0);
  const kept = raw.map((weight) => (weight >= least ? weight : 0));
  const sum = kept.reduce((all, weight) => all + weight, 0);
  return kept.map((weight) => weight / sum);
}

/** The geometric mean of the powers, weighted by their posterior. */
function inverseTemperatureOf(logEvidence: Float64Array): number {
  const logs = INVERSE_TEMPERATURES.map((power) => Math.log(power));
  const scores = logs.map(
    (log, index) => (logEvidence[index] as number) - TEMPERATURE_PRIOR_PRECISION * log * log,
  );
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.exp(logs.reduce((sum, log, index) => sum + log * (weights[index] as number), 0) / total);
}

/** Adds a report's log-likelihood under the predicted distribution raised to each power. */
function addTemperatureEvidence(
  logEvidence: Float64Array,
  weight: number,
  predicted: Distribution,
  likelihoods: Float64Array,
): void {
  const logs = predicted.map(Math.log);
  for (const [index, power] of INVERSE_TEMPERATURES.entries()) {
    let total = 0;
    let likelihood = 0;
    for (let state = 0; state < STATE_COUNT; state += 1) {
      const part = power === 1 ? (predicted[state] as number) : Math.exp(power * (logs[state] as number));
      total += part;
      likelihood += part * (likelihoods[state] as number);
    }
    logEvidence[index] = (logEvidence[index] as number) + weight * Math.log(likelihood / total);
  }
}
