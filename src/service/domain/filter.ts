import { type Distribution, LENGTH_COUNT } from './length-scale.ts';
import { LEVEL_COUNT, type Levels, normalize, Reversion, USUAL_LEVELS } from './levels.ts';
import type { ReportsOfMinute } from './reports-by-minute.ts';
import type { FittedModel, Usual } from './seasonal-prior.ts';
import type { Steps } from './steps.ts';

/** One of the candidate models that are averaged: what the queue returns to, and how fast. */
interface Hypothesis {
  readonly usual: Usual;
  readonly reversion: Reversion;
}

/** All candidate models; time constants in minutes. */
export const HYPOTHESES: readonly Hypothesis[] = [10, 40, 200, 1000].flatMap((minutes) => {
  const reversion = new Reversion(minutes);
  return (['at this time', 'at any time'] as const).map((usual) => ({ usual, reversion }));
});

/** Minutes with reports that one step of a computation takes in. */
export const MINUTES_PER_STEP = 50;

/**
 * The filtering of the hidden Markov model: the probability of each level under each hypothesis, given the reports so far. Time
 * may run in either direction, but only in one.
 */
export class Filter {
  readonly #allLevels = Float64Array.from(HYPOTHESES.flatMap(() => [...USUAL_LEVELS]));
  /** By hypothesis. */
  readonly levels = levelsByHypothesis(this.#allLevels);
  /** By hypothesis: the log of its weight times the likelihood it gave to the reports so far. */
  readonly logEvidence: Float64Array;
  readonly #model: FittedModel;
  #minute = Number.NaN;

  constructor(model: FittedModel) {
    this.#model = model;
    this.logEvidence = model.logEvidence.slice();
  }

  /** Lets time pass until a minute; before the first report, the levels are the usual ones. */
  passTo(minute: number): void {
    const minutes = Math.abs(minute - this.#minute);
    this.#minute = minute;
    if (!(minutes > 0)) return;
    for (const [index, { reversion }] of HYPOTHESES.entries())
      reversion.pass(this.levels[index] as Levels, minutes);
  }

  /** Takes into account the reports of the minute that it has reached. */
  observe(buckets: readonly number[]): void {
    for (const bucket of buckets) {
      for (const [index, { usual }] of HYPOTHESES.entries()) {
        const { likelihoods } = this.#model.priorAt(usual, this.#minute);
        const likelihood = update(this.levels[index] as Levels, likelihoods[bucket] as Float64Array);
        this.logEvidence[index] = (this.logEvidence[index] as number) + Math.log(likelihood);
      }
    }
  }

  /** A copy of the levels, for `levelsByHypothesis`; one array is copied faster than eight. */
  copyOfLevels(): Float64Array {
    return this.#allLevels.slice();
  }

  /** The distribution of the queue's length at the minute that it has reached. */
  lengths(): Distribution {
    const weights = weightsBy(this.logEvidence);
    return averagedLengths(this.#model, this.#minute, weights, (index) => this.levels[index] as Levels);
  }
}

interface SmoothingOptions<Minute> {
  /** Whether the length at this minute is wanted; by default that of every minute. */
  readonly isWanted?: (minute: Minute) => boolean;
  /** Called at each minute before its reports are taken into account. */
  readonly onReached?: (filter: Filter) => void;
}

/**
 * The distribution of the queue's length at each of the wanted minutes, given the reports of all of them: forward-backward
 * smoothing. Minutes and lengths ascend in time. Since the levels' process looks the same in either direction, the backward pass is a
 * filter as well.
 */
export function* smoothedLengths<Minute extends ReportsOfMinute>(
  model: FittedModel,
  minutes: readonly Minute[],
  { isWanted = () => true, onReached }: SmoothingOptions<Minute> = {},
): Steps<{ readonly lengths: readonly Distribution[]; readonly logEvidence: Float64Array }> {
  const forward = new Filter(model);
  const reached: Float64Array[] = [];
  for (const [index, minute] of minutes.entries()) {
    forward.passTo(minute.minute);
    onReached?.(forward);
    forward.observe(minute.buckets);
    if (isWanted(minute)) reached.push(forward.copyOfLevels());
    if (index % MINUTES_PER_STEP === 0) yield;
  }
  const { logEvidence } = forward;
  const weights = weightsBy(logEvidence);
  const backward = new Filter(model);
  const lengths: Distribution[] = [];
  for (let index = minutes.length - 1; index >= 0; index -= 1) {
    const minute = minutes[index] as Minute;
    backward.passTo(minute.minute);
    if (isWanted(minute)) {
      const before = levelsByHypothesis(reached.pop() as Float64Array);
      lengths.push(
        averagedLengths(model, minute.minute, weights, (hypothesis) =>
          combined(before[hypothesis] as Levels, backward.levels[hypothesis] as Levels),
        ),
      );
    }
    backward.observe(minute.buckets);
    if (index % MINUTES_PER_STEP === 0) yield;
  }
  return { lengths: lengths.toReversed(), logEvidence };
}

/** The levels under each hypothesis, as views of the array that has all of them. */
function levelsByHypothesis(all: Float64Array): readonly Levels[] {
  return HYPOTHESES.map((_, index) => all.subarray(index * LEVEL_COUNT, (index + 1) * LEVEL_COUNT));
}

/** The weight of each hypothesis, by the evidence for it; the total is 1. One too small to change a sum is 0, which saves time. */
function weightsBy(logEvidence: Float64Array): Float64Array {
  const most = Math.max(...logEvidence);
  const weights = logEvidence.map((sum) => Math.exp(sum - most)).map((w) => (w < Number.EPSILON ? 0 : w));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The average over the hypotheses (Bayesian model averaging). */
function averagedLengths(
  model: FittedModel,
  minute: number,
  weights: Float64Array,
  levelsOf: (hypothesis: number) => Levels,
): Distribution {
  const lengths = new Float64Array(LENGTH_COUNT);
  for (const [index, { usual }] of HYPOTHESES.entries()) {
    const weight = weights[index] as number;
    if (weight > 0) model.priorAt(usual, minute).addLengths(lengths, levelsOf(index), weight);
  }
  return lengths;
}

/** Multiplies by a likelihood and scales to a total of 1, in place; returns the total before that. */
function update(levels: Levels, likelihood: Float64Array): number {
  for (let level = 0; level < LEVEL_COUNT; level += 1)
    levels[level] = (levels[level] as number) * (likelihood[level] as number);
  return normalize(levels);
}

/** What the reports before and those after say together; the usual is in both. */
function combined(before: Levels, after: Levels): Levels {
  const both = new Float64Array(LEVEL_COUNT);
  for (let level = 0; level < LEVEL_COUNT; level += 1)
    both[level] = ((before[level] as number) * (after[level] as number)) / (USUAL_LEVELS[level] as number);
  normalize(both);
  return both;
}
