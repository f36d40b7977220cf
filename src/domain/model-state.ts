import { BUCKETS } from './bucket.ts';
import type { Distribution } from './distribution.ts';
import { forwardPass, type SeasonalPriorAt } from './forward-backward.ts';
import { HYPOTHESES, type Hypothesis } from './hypotheses.ts';
import { OUTLIER_RATE } from './likelihood.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import type { Observation } from './report.ts';
import { DUPLICATE_DISCOUNTS, groupByMinute } from './same-minute-groups.ts';
import { type SeasonalCounts, SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';

/** What a venue's earlier days teach; made by `learn`, of a size that does not grow. */
export interface ModelState {
  /** Reports by weekday, half hour and bucket, those that look like nonsense counting less. */
  readonly seasonalCounts: SeasonalCounts;
  /** For each of `HYPOTHESES`, the logarithm of how likely it made the reports. */
  readonly logEvidence: Float64Array;
  /** The same for each of `INVERSE_TEMPERATURES`. */
  readonly temperatureLogEvidence: Float64Array;
}

/**
 * Which version of learning an state comes from: those of another are not gone on with. Raised with every
 * change after which days teach other numbers; a test notices most of them.
 */
export const MODEL_VERSION = 2;

/** Of a venue nothing is known of. */
export const EMPTY_MODEL_STATE: ModelState = {
  seasonalCounts: Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE)),
  logEvidence: Float64Array.from(HYPOTHESES, ({ prior }) => prior),
  temperatureLogEvidence: new Float64Array(6),
};

/** Powers that beliefs may be raised to: below 1 a venue is less predictable than the model thinks, above 1 more so. */
const INVERSE_TEMPERATURES = [0.6, 0.8, 1, 1.25, 1.6, 2.1] as const;
/** How strongly a venue has to speak for another power than 1. */
const SURENESS_DOUBT = 50;
/** Days with reports after which what was learned counts half. */
const HALF_LIFE_DAYS = 20;
const FADING = 0.5 ** (1 / HALF_LIFE_DAYS);
/** Hypotheses less likely than this are left out, and of the others all but the likeliest few. */
const LEAST_WEIGHT = 0.01;
const MOST_HYPOTHESES = 7;
/** Days that are learned from at least; at most twice as many. */
const HISTORY_DAYS = 84;

/**
 * The first day to learn from so as to know a date's venue: 84 to 167 days before. It moves on by 84 days at a
 * time, so that from day to day `learn` goes on where it was, and still everyone who learns the same days
 * comes to the same state.
 */
export function firstTrainingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  const days = new Temporal.PlainDate(1970, 1, 1).until(date, { largestUnit: 'day' }).days;
  return date.subtract({ days: HISTORY_DAYS + (days % HISTORY_DAYS) });
}

/** One local day that is over. */
export interface PastDay {
  /** When it was open, ascending; reports at other times teach nothing. */
  readonly openings: readonly Span[];
  /** Ascending. */
  readonly observations: readonly Observation[];
}

/**
 * What is known once a day is over: each hypothesis gains by how likely it made each next report, given those
 * before, and the day's reports join the usual week. A pure function of what was known and the day.
 */
export function learn(state: ModelState, day: PastDay, time: LocalTime): ModelState {
  const openings = day.openings.flatMap(({ start, end }) => {
    const observations = day.observations.filter(({ at }) => at >= start && at < end);
    return observations.length === 0
      ? []
      : [{ from: Math.floor(start / MINUTE), occasions: groupByMinute(observations) }];
  });
  if (openings.length === 0) return state;
  const { usual, weights } = fitModel(state, time);
  const seasonalCounts = state.seasonalCounts.map((table) => table.map((count) => count * FADING));
  const logEvidence = state.logEvidence.map((sum) => sum * FADING);
  const temperatureLogEvidence = state.temperatureLogEvidence.map((sum) => sum * FADING);
  for (const { from, occasions } of openings) {
    const course = { from, to: occasions.at(-1)?.minute ?? from, occasions, usual };
    for (const [index, hypothesis] of HYPOTHESES.entries()) {
      const weight = weights[index] as number;
      forwardPass(hypothesis, course, ({ bucket, repeats }, minute, expected, likelihood) => {
        const heed = DUPLICATE_DISCOUNTS[repeats] as number;
        logEvidence[index] = (logEvidence[index] as number) + heed * Math.log(likelihood);
        if (weight === 0) return;
        const at = minute * MINUTE;
        const table = seasonalCounts[time.weekday(at)] as Float64Array;
        const place = Math.floor(time.minuteOfDay(at) / 30) * BUCKETS.length + bucket;
        const honest = Math.max(0, 1 - OUTLIER_RATE / BUCKETS.length / likelihood);
        table[place] = (table[place] as number) + weight * heed * honest;
        judgeSureness(
          temperatureLogEvidence,
          weight * heed,
          expected,
          hypothesis.likelihoods[bucket] as Float64Array,
        );
      });
    }
  }
  return { seasonalCounts, logEvidence, temperatureLogEvidence };
}

/** An state made ready for use. */
export interface FittedModel {
  readonly usual: SeasonalPriorAt;
  /** How likely each of `HYPOTHESES` is, 0 for those left out; normalised. */
  readonly weights: readonly number[];
  /** Power to raise beliefs to. */
  readonly inverseTemperature: number;
}

/** What a venue's state makes expect. */
export function fitModel(state: ModelState, time: LocalTime): FittedModel {
  const week = new SeasonalPriors(state.seasonalCounts);
  return {
    usual: (minute) => {
      const at: Micros = minute * MINUTE;
      return week.at(time.weekday(at), time.minuteOfDay(at));
    },
    weights: weightsOf(state.logEvidence),
    inverseTemperature: surenessOf(state.temperatureLogEvidence),
  };
}

/** The hypotheses that count, with their weights. */
export function likely({ weights }: FittedModel): readonly (readonly [Hypothesis, number])[] {
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

function surenessOf(logEvidence: Float64Array): number {
  const logs = INVERSE_TEMPERATURES.map((power) => Math.log(power));
  const scores = logs.map((log, index) => (logEvidence[index] as number) - SURENESS_DOUBT * log * log);
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.exp(logs.reduce((sum, log, index) => sum + log * (weights[index] as number), 0) / total);
}

/** Adds how likely a report was for each power that the expected belief may be raised to. */
function judgeSureness(
  logEvidence: Float64Array,
  weight: number,
  expected: Distribution,
  guess: Float64Array,
): void {
  const logs = expected.map(Math.log);
  for (const [place, power] of INVERSE_TEMPERATURES.entries()) {
    let total = 0;
    let likelihood = 0;
    for (let index = 0; index < STATE_COUNT; index += 1) {
      const part = power === 1 ? (expected[index] as number) : Math.exp(power * (logs[index] as number));
      total += part;
      likelihood += part * (guess[index] as number);
    }
    logEvidence[place] = (logEvidence[place] as number) + weight * Math.log(likelihood / total);
  }
}
