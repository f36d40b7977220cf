import { estimate } from '../../src/domain/estimate.ts';
import { EMPTY_MODEL_STATE, type FittedModel, fitModel, learn } from '../../src/domain/model-state.ts';
import { median } from '../result.ts';
import { MEAL_RUSHES } from './kinds.ts';
import { daysOf, type RecordedDay } from './replay.ts';
import { simulate } from './simulated.ts';

/** Medians, in milliseconds. */
export interface Speed {
  /** A status of a venue with a history. */
  readonly status: number;
  /** A status in the first days. */
  readonly statusWithoutHistory: number;
  /** Learning a past day of about 300 reports. */
  readonly learning: number;
}

const LEARNED_DAYS = 42;
/** Days at the start whose times don't count: the code is still being compiled. */
const WARM_UP_DAYS = 14;

/** Measures a canteen that is open for 15 hours with 20 reports an hour. */
export function measureSpeed(seed: string): Speed {
  const record = simulate(MEAL_RUSHES, 20, `${seed}-speed`);
  const days = [...daysOf(record)];
  const weekdays = days.filter(({ date }) => date.dayOfWeek <= 5);
  const learning: number[] = [];
  let state = EMPTY_MODEL_STATE;
  for (const [number, day] of weekdays.slice(0, LEARNED_DAYS).entries()) {
    const began = performance.now();
    state = learn(state, day, record.time);
    if (number >= WARM_UP_DAYS) learning.push(performance.now() - began);
  }
  const shown = weekdays.slice(LEARNED_DAYS, LEARNED_DAYS + 5);
  const statuses = (model: FittedModel) => median(shown.flatMap((day) => timesOf(day, model)).slice(100));
  return {
    status: statuses(fitModel(state, record.time)),
    statusWithoutHistory: statuses(fitModel(EMPTY_MODEL_STATE, record.time)),
    learning: median(learning),
  };
}

/** The times of the estimates at every count of a day, as the service computes them. */
function timesOf({ openings, counts, observations }: RecordedDay, model: FittedModel): readonly number[] {
  const [opening] = openings;
  if (opening === undefined) throw new RangeError('a weekday without opening hours');
  return counts.map(({ at }) => {
    const began = performance.now();
    estimate({ observations, now: at, opened: opening.start, model });
    return performance.now() - began;
  });
}
