import { BUCKET_VALUE } from './bucket.ts';
import { type Distribution, normalise, quantile, tempered } from './distribution.ts';
import { forwardPass } from './forward-backward.ts';
import { HOUR, MINUTE, type Micros } from './micros.ts';
import { type FittedModel, likely } from './model-state.ts';
import type { Observation } from './report.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { oneDecimal, STATE_COUNT, STATE_SPACING } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

/** How many people are in line, and how sure that is. */
export interface Estimate {
  /** People, one decimal; at most two people outside what the reports behind it say. */
  readonly value: number;
  /** Whole people; `low <= value <= high`, meant to hold the truth four times out of five. */
  readonly low: number;
  readonly high: number;
  /** Reports behind it. */
  readonly count: number;
  /** Time of the newest of them. */
  readonly newest: Micros;
  /** What the line is usually like at this time of the week: the middle, and the range of four days in five, in people. */
  readonly usual: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    /** Reports this rests on. */
    readonly reports: number;
  };
}

/** Reports up to this old count, exactly this old included (gap `report-count-window`). */
export const ESTIMATE_WINDOW: Micros = 120 * MINUTE;

/** How far back a line is followed; what was reported earlier tells nothing about now. */
export const LOOKBACK: Micros = 6 * HOUR;

/** How far the value may lie from what was reported, in people. */
const ROOM = 2;
/** Below this nobody is told to wait. */
const NOBODY = 0.5;
/** Shares of the belief below and above the range. */
const BELOW = 0.13;
const ABOVE = 0.13;
/** Where nothing can lie below the range, this share of what is spared there is added above. */
const SPARED = 0.6;
/** People at one place tend to err together, by this share of the line (one standard deviation). */
const COMMON_ERROR = 0.18;

/** What an estimate is made from. */
export interface Evidence {
  /** Of the present opening, in any order; others than those up to `LOOKBACK` back, and later ones, do not count. */
  readonly observations: readonly Observation[];
  readonly now: Micros;
  /** When the present opening began; anything before `now - LOOKBACK` will do for one that began earlier. */
  readonly opened: Micros;
  readonly model: FittedModel;
}

/**
 * The line at `now`; null without a report of the last 120 minutes (gap `estimate-formula`).
 *
 * For each length the line may have it is worked out how likely that is: beginning with what is usual
 * at the time of the week, spreading as quickly as this venue's line was seen to change, and multiplied
 * by how likely each report would have been. The value is the middle of that, the range holds four
 * fifths of it. Decision 0024 tells why.
 */
export function estimate({ observations, now, opened, model }: Evidence): Estimate | null {
  const start = Math.max(opened, now - LOOKBACK);
  const heard = observations.filter(({ at }) => start <= at && at <= now).toSorted((a, b) => a.at - b.at);
  const counted = heard.filter(({ at }) => at >= now - ESTIMATE_WINDOW);
  const newest = counted.at(-1);
  if (newest === undefined) return null;

  const to = Math.floor(now / MINUTE);
  const course = {
    from: Math.floor(start / MINUTE),
    to,
    occasions: groupByMinute(heard),
    usual: model.usual,
  };
  const belief = new Float64Array(STATE_COUNT);
  for (const [hypothesis, weight] of likely(model)) {
    add(belief, forwardPass(hypothesis, course), weight);
  }
  const sure = tempered(belief, model.inverseTemperature);
  const value = valueOf(sure, counted);
  const usual = model.usual(to);
  return {
    value,
    ...rangeOf(sure, value),
    count: counted.length,
    newest: newest.at,
    usual: {
      value: quantile(usual.belief, 0.5),
      low: quantile(usual.belief, 0.1),
      high: quantile(usual.belief, 0.9),
      reports: usual.reports,
    },
  };
}

/** The middle of a belief, one decimal, near what was reported and never just above nobody. */
export function valueOf(belief: Distribution, reports: readonly Observation[]): number {
  const said = reports.map(({ bucket }) => BUCKET_VALUE[bucket]);
  const middle = Math.min(
    Math.max(quantile(belief, 0.5), Math.min(...said) - ROOM),
    Math.max(...said) + ROOM,
  );
  return middle < NOBODY ? 0 : oneDecimal(middle);
}

/** Adds a weighted belief to another, in place. */
export function add(sum: Distribution, belief: Distribution, weight: number): void {
  for (let index = 0; index < STATE_COUNT; index += 1) {
    sum[index] = (sum[index] as number) + weight * (belief[index] as number);
  }
}

function rangeOf(belief: Distribution, value: number): { readonly low: number; readonly high: number } {
  const blurred = belief.slice();
  const motion = new TransitionModel();
  // On the scale an error by a share of the line is half that share of its distance from nobody.
  motion.blur((index) => ((COMMON_ERROR * index * STATE_SPACING) / 2) ** 2);
  motion.forward(blurred, 1);
  normalise(blurred);
  const low = Math.round(quantile(blurred, BELOW));
  const high = Math.round(quantile(blurred, 1 - ABOVE - (low === 0 ? SPARED * BELOW : 0)));
  return { low: Math.min(low, Math.floor(value)), high: Math.max(high, Math.ceil(value)) };
}
