import type { Distribution } from './distribution.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SameMinuteGroup, WeightedReport } from './same-minute-groups.ts';
import type { SeasonalPrior } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

/** The seasonal prior at a minute since 1970-01-01T00:00Z. */
export type SeasonalPriorAt = (minute: number) => SeasonalPrior;

/** Minutes for which one seasonal prior drives the transitions. */
const PRIOR_INTERVAL = 15;
/** The longest step of the transition model, in minutes. */
const LONGEST_STEP = 5;

/** The reports that a pass runs over, and for how long; in minutes since 1970-01-01T00:00Z, `to` included. */
export interface ReportSequence {
  readonly from: number;
  readonly to: number;
  /** Ascending, none before `from`; those after `to` are ignored. */
  readonly groups: readonly SameMinuteGroup[];
  readonly priorAt: SeasonalPriorAt;
}

export type OnReport = (
  report: WeightedReport,
  minute: number,
  predicted: Distribution,
  likelihood: number,
) => void;

/** What `forwardPass` hands out on its way. */
interface ForwardObserver {
  /** Called for each report before it is taken into account, with the predicted distribution and the report's likelihood. */
  readonly onReport?: OnReport;
  /** Ascending minutes at which `onStop` is called with the posterior; reports of that minute are in it. */
  readonly stops?: readonly number[];
  readonly onStop?: (posterior: Distribution, stop: number) => void;
}

/**
 * Splits a sequence into consecutive parts with at least `size` reports each, but for the last. A pass over each part, from
 * the posterior of the one before, takes the same steps as a pass over the whole.
 */
export function partsOf(sequence: ReportSequence, size: number): readonly ReportSequence[] {
  const parts: ReportSequence[] = [];
  let from = sequence.from;
  let groups: SameMinuteGroup[] = [];
  let reports = 0;
  let end = Number.POSITIVE_INFINITY;
  for (const group of sequence.groups) {
    if (group.minute > end) {
      parts.push({ ...sequence, from, to: end, groups });
      [from, groups, reports, end] = [end, [], 0, Number.POSITIVE_INFINITY];
    }
    groups.push(group);
    reports += group.reports.length;
    if (reports >= size && end === Number.POSITIVE_INFINITY) {
      end = Math.ceil(group.minute / LONGEST_STEP) * LONGEST_STEP;
    }
  }
  return [...parts, { ...sequence, from, groups }];
}

/**
 * The forward pass (filtering): the posterior at the end of a sequence under one hypothesis. It starts from `initial`, by
 * default the seasonal prior, is propagated by the transition model, and is multiplied by the likelihood of each report.
 */
export function forwardPass(
  hypothesis: Hypothesis,
  { from, to, groups, priorAt }: ReportSequence,
  { onReport, stops = [], onStop }: ForwardObserver = {},
  initial: Distribution = priorAt(from).distribution,
): Distribution {
  const transitions = new TransitionModel();
  const posterior = Float64Array.from(initial);
  let now = from;
  let interval = Number.NaN;
  const advance = (until: number) => {
    while (now < until) {
      interval = setRates(transitions, hypothesis, priorAt, now, interval);
      const next = Math.min(until, nextStep(now));
      transitions.forward(posterior, next - now);
      now = next;
    }
  };
  let stop = 0;
  const stopBefore = (minute: number) => {
    for (; stop < stops.length && (stops[stop] as number) < minute; stop += 1) {
      advance(stops[stop] as number);
      onStop?.(posterior, stop);
    }
  };
  for (const { minute, reports } of groups) {
    if (minute > to) break;
    stopBefore(minute);
    advance(minute);
    for (const report of reports) {
      const likelihood = hypothesis.likelihoods[report.bucket] as Float64Array;
      onReport?.(report, minute, posterior, dot(posterior, likelihood));
      update(posterior, discountedLikelihood(hypothesis, report));
    }
  }
  stopBefore(Number.POSITIVE_INFINITY);
  advance(to);
  return posterior;
}

/**
 * The backward pass: for each of `stops` (ascending), the likelihood of all later reports given each state
 * then, up to a constant factor.
 */
export function backwardPass(
  hypothesis: Hypothesis,
  { to, groups, priorAt }: ReportSequence,
  stops: readonly number[],
): readonly Float64Array[] {
  const transitions = new TransitionModel();
  const message = new Float64Array(STATE_COUNT).fill(1);
  const messages: Float64Array[] = [];
  const later = groups.filter(({ minute }) => minute <= to);
  let now = to;
  let interval = Number.NaN;
  const goBack = (until: number) => {
    while (now > until) {
      const next = Math.max(until, previousStep(now));
      interval = setRates(transitions, hypothesis, priorAt, next, interval);
      transitions.backward(message, now - next);
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
      for (const report of last.reports) update(message, discountedLikelihood(hypothesis, report));
      later.pop();
    }
    goBack(stops[stop] as number);
    messages[stop] = message.slice();
  }
  return messages;
}

function discountedLikelihood({ discounted }: Hypothesis, { bucket, repeats }: WeightedReport): Float64Array {
  return discounted[bucket]?.[repeats] as Float64Array;
}

/** Multiplies by a report's likelihood and rescales, in place: a distribution stays normalised. */
function update(distribution: Float64Array, likelihood: Float64Array): void {
  const inverse = 1 / dot(distribution, likelihood);
  for (let index = 0; index < STATE_COUNT; index += 1) {
    distribution[index] = (distribution[index] as number) * (likelihood[index] as number) * inverse;
  }
}

function dot(distribution: Float64Array, likelihood: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < STATE_COUNT; index += 1)
    sum += (distribution[index] as number) * (likelihood[index] as number);
  return sum;
}

/** Sets the rates for the interval that contains a minute, unless it is the `current` one; returns the interval. */
function setRates(
  transitions: TransitionModel,
  { rate }: Hypothesis,
  priorAt: SeasonalPriorAt,
  minute: number,
  current: number,
): number {
  const interval = Math.floor(minute / PRIOR_INTERVAL) * PRIOR_INTERVAL;
  if (interval !== current) transitions.set(rate, priorAt(interval + Math.floor(PRIOR_INTERVAL / 2)));
  return interval;
}

/** Steps end at multiples of five minutes, so that both passes take the same ones. */
function nextStep(minute: number): number {
  return (Math.floor(minute / LONGEST_STEP) + 1) * LONGEST_STEP;
}

function previousStep(minute: number): number {
  return (Math.ceil(minute / LONGEST_STEP) - 1) * LONGEST_STEP;
}
