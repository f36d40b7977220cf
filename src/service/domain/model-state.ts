import { BUCKETS } from './bucket.ts';
import { addPrediction, type Calibration, FLAT_CALIBRATION } from './calibration.ts';
import { HYPOTHESES, MINUTES_PER_STEP, smoothedLengths } from './filter.ts';
import type { Distribution } from './length-scale.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Span } from './micros.ts';
import type { Observation } from './report.ts';
import { reportsByMinute } from './reports-by-minute.ts';
import type { FittedModel } from './seasonal-prior.ts';
import { type SeasonalCounts, SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';
import { runToEnd, type Steps } from './steps.ts';

/** What the model has learned from a venue's earlier days; made by `learn`, of constant size. */
export interface ModelState {
  readonly seasonalCounts: SeasonalCounts;
  /** For each of `HYPOTHESES`, the log of the likelihood it gave to the reports. */
  readonly logEvidence: Float64Array;
  readonly calibration: Calibration;
}

/**
 * The version of the model state's layout and of everything that changes what the model learns from a day; stored states of
 * another version are discarded. Raise it with such a change: a test notices most of them.
 */
export const MODEL_VERSION = 6;

/** After this many days with reports, what the model has learned counts half. */
const HALF_LIFE_DAYS = 20;
const DAILY_DECAY = 0.5 ** (1 / HALF_LIFE_DAYS);
/** The fewest days that a model is trained on, if there are that many; the most is one less than twice as many. */
const TRAINING_DAYS = 84;
/** Minutes for which one seasonal prior holds. */
const PRIOR_INTERVAL = 15;

/** The state for a venue without history. */
export const EMPTY_MODEL_STATE: ModelState = {
  seasonalCounts: Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE)),
  logEvidence: new Float64Array(HYPOTHESES.length),
  calibration: FLAT_CALIBRATION,
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
 * The state after one more day: the day's reports join the seasonal counts, each hypothesis gains the likelihood that it gave
 * to each next report, and the calibration what was predicted before each report beside what is known after the day. A pure
 * function of the state and the day.
 */
export function learn(state: ModelState, day: PastDay, time: LocalTime): ModelState {
  return runToEnd(learnInSteps(state, day, time));
}

/** `learn` in steps. */
export function* learnInSteps(state: ModelState, day: PastDay, time: LocalTime): Steps<ModelState> {
  const openings = day.openings
    .map(({ start, end }) => reportsByMinute(day.observations.filter(({ at }) => at >= start && at < end)))
    .filter((minutes) => minutes.length > 0);
  if (openings.length === 0) return state;
  const model = fitModel(state, time);
  const seasonalCounts = state.seasonalCounts.map(decayed);
  const logEvidence = decayed(state.logEvidence);
  const calibration = state.calibration.map(decayed);
  for (const minutes of openings) {
    const predicted: Distribution[] = [];
    const known = yield* smoothedLengths(model, minutes, {
      onReached: (filter) => predicted.push(filter.lengths()),
    });
    for (const [index, { minute, buckets }] of minutes.entries()) {
      const at = minute * MINUTE;
      const table = seasonalCounts[time.weekday(at)] as Float64Array;
      const row = Math.floor(time.minuteOfDay(at) / 30) * BUCKETS.length;
      for (const bucket of buckets) table[row + bucket] = (table[row + bucket] as number) + 1;
      addPrediction(calibration, predicted[index] as Distribution, known.lengths[index] as Distribution);
      if (index % MINUTES_PER_STEP === 0) yield;
    }
    for (const index of HYPOTHESES.keys()) {
      const gained = (known.logEvidence[index] as number) - (model.logEvidence[index] as number);
      logEvidence[index] = (logEvidence[index] as number) + gained;
    }
  }
  return { seasonalCounts, logEvidence, calibration };
}

function decayed(numbers: Float64Array): Float64Array {
  return numbers.map((number) => number * DAILY_DECAY);
}

/** The parameters that a state implies. */
export function fitModel({ seasonalCounts, ...learned }: ModelState, time: LocalTime): FittedModel {
  const priors = new SeasonalPriors(seasonalCounts);
  return {
    ...learned,
    priorAt: (usual, minute) => {
      if (usual === 'at any time') return priors.anyTime;
      const at = (Math.floor(minute / PRIOR_INTERVAL) + 0.5) * PRIOR_INTERVAL * MINUTE;
      return priors.at(time.weekday(at), time.minuteOfDay(at));
    },
  };
}
