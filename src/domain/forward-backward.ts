import type { Distribution } from './distribution.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SameMinuteGroup, WeightedReport } from './same-minute-groups.ts';
import type { SeasonalPrior } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

/** What is usual at a minute since 1970-01-01T00:00Z. */
export type SeasonalPriorAt = (minute: number) => SeasonalPrior;

/** Minutes after which what is usual is looked up anew, and of the longest step. */
const LOOK_UP = 15;
const LONGEST_STEP = 5;

/** What `forwardPass` tells of a report, before it is believed. */
type Listener = (
  observation: WeightedReport,
  minute: number,
  expected: Distribution,
  likelihood: number,
) => void;

/** Where and for how long a line is followed: minutes since 1970-01-01T00:00Z, `to` included. */
export interface Course {
  readonly from: number;
  readonly to: number;
  /** Ascending, none before `from`; those after `to` do not count. */
  readonly occasions: readonly SameMinuteGroup[];
  readonly usual: SeasonalPriorAt;
}

/**
 * The belief about the line at the end of a course, under one hypothesis. It begins with what is usual, spreads as time
 * passes, and is multiplied by how likely each report was at each length. `stops` (ascending) are minutes at
 * which `stopped` is handed the belief; reports of that minute are in it.
 */
export function forwardPass(
  hypothesis: Hypothesis,
  course: Course,
  hear?: Listener,
  stops: readonly number[] = [],
  stopped?: (belief: Distribution, stop: number) => void,
): Distribution {
  const { from, to, occasions, usual } = course;
  const motion = new TransitionModel();
  const belief = Float64Array.from(usual(from).belief);
  let now = from;
  let set = Number.NaN;
  const advance = (until: number) => {
    while (now < until) {
      set = adapt(motion, hypothesis, usual, now, set);
      const next = Math.min(until, nextStop(now));
      motion.forward(belief, next - now);
      now = next;
    }
  };
  let stop = 0;
  const tell = (before: number) => {
    for (; stop < stops.length && (stops[stop] as number) < before; stop += 1) {
      advance(stops[stop] as number);
      stopped?.(belief, stop);
    }
  };
  for (const { minute, observations } of occasions) {
    if (minute > to) break;
    tell(minute);
    advance(minute);
    for (const observation of observations) {
      const likely = hypothesis.likelihoods[observation.bucket] as Float64Array;
      hear?.(observation, minute, belief, dot(belief, likely));
      believe(belief, discountedLikelihood(hypothesis, observation));
    }
  }
  tell(Number.POSITIVE_INFINITY);
  advance(to);
  return belief;
}

/**
 * How likely the reports after each of `stops` (ascending) are at each length of the line then, up to a
 * factor; in the order of `stops`.
 */
export function backwardPass(
  hypothesis: Hypothesis,
  course: Course,
  stops: readonly number[],
): readonly Float64Array[] {
  const { to, usual } = course;
  const motion = new TransitionModel();
  const likelihood = new Float64Array(STATE_COUNT).fill(1);
  const found: Float64Array[] = [];
  const later = course.occasions.filter(({ minute }) => minute <= to);
  let now = to;
  let set = Number.NaN;
  const goBack = (until: number) => {
    while (now > until) {
      const next = Math.max(until, previousStop(now));
      set = adapt(motion, hypothesis, usual, next, set);
      motion.backward(likelihood, now - next);
      now = next;
    }
  };
  for (let stop = stops.length - 1; stop >= 0; stop -= 1) {
    for (
      let last = later.at(-1);
      last !== undefined && last.minute > (stops[stop] as number);
      last = later.at(-1)
    ) {
      goBack(last.minute);
      for (const observation of last.observations)
        believe(likelihood, discountedLikelihood(hypothesis, observation));
      later.pop();
    }
    goBack(stops[stop] as number);
    found[stop] = likelihood.slice();
  }
  return found;
}

function discountedLikelihood({ discounted }: Hypothesis, { bucket, repeats }: WeightedReport): Float64Array {
  return discounted[bucket]?.[repeats] as Float64Array;
}

/** Multiplies a belief by how likely a report was, in place. */
function believe(belief: Float64Array, likely: Float64Array): void {
  const inverse = 1 / dot(belief, likely);
  for (let index = 0; index < STATE_COUNT; index += 1) {
    belief[index] = (belief[index] as number) * (likely[index] as number) * inverse;
  }
}

function dot(belief: Float64Array, likely: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < STATE_COUNT; index += 1)
    sum += (belief[index] as number) * (likely[index] as number);
  return sum;
}

/** Sets a motion to the quarter of an hour that a minute lies in; `set` is the one that it was set to. */
function adapt(
  motion: TransitionModel,
  { rate }: Hypothesis,
  usual: SeasonalPriorAt,
  minute: number,
  set: number,
): number {
  const quarter = Math.floor(minute / LOOK_UP) * LOOK_UP;
  if (quarter !== set) motion.set(rate, usual(quarter + Math.floor(LOOK_UP / 2)));
  return quarter;
}

/** Steps end at whole multiples, so that forwards and backwards they are the same. */
function nextStop(minute: number): number {
  return (Math.floor(minute / LONGEST_STEP) + 1) * LONGEST_STEP;
}

function previousStop(minute: number): number {
  return (Math.ceil(minute / LONGEST_STEP) - 1) * LONGEST_STEP;
}
