import { estimate } from '../../src/service/domain/estimate.ts';
import { EMPTY_MODEL_STATE, fitModel, learn } from '../../src/service/domain/model-state.ts';
import type { FittedModel } from '../../src/service/domain/seasonal-prior.ts';
import { median } from '../result.ts';
import { MEAL_RUSHES } from './kinds.ts';
import { daysOf, type RecordedDay } from './replay.ts';
import { simulate } from './simulated.ts';

/**
 * Milliseconds of a core's time, which other programs hardly change. The clock of that time is coarse, so each figure is the
 * median of batches: the statuses of a day, and five days to learn.
 */
export interface Speed {
  /** A status of a venue with a history. */
  readonly status: number;
  /** A status in the first days. */
  readonly statusWithoutHistory: number;
  /** Learning a past day of about 300 reports. */
  readonly learning: number;
}

const LEARNED_DAYS = 50;
const DAYS_PER_BATCH = 5;
/** Days at the start whose times don't count: the code is still being compiled. */
const WARM_UP_DAYS = 15;

/** Measures a canteen that is open for 15 hours with 20 reports an hour. */
export function measureSpeed(seed: string): Speed {
  const record = simulate(MEAL_RUSHES, 20, `${seed}-speed`);
  const weekdays = [...daysOf(record)].filter(({ date }) => date.dayOfWeek <= 5);
  let state = EMPTY_MODEL_STATE;
  const learning: number[] = [];
  for (let first = 0; first < LEARNED_DAYS; first += DAYS_PER_BATCH) {
    const took = milliseconds(() => {
      for (const day of weekdays.slice(first, first + DAYS_PER_BATCH)) state = learn(state, day, record.time);
    });
    if (first >= WARM_UP_DAYS) learning.push(took / DAYS_PER_BATCH);
  }
  const shown = weekdays.slice(LEARNED_DAYS);
  const status = (model: FittedModel) => median(shown.map((day) => statusOn(day, model)));
  return {
    status: status(fitModel(state, record.time)),
    statusWithoutHistory: status(fitModel(EMPTY_MODEL_STATE, record.time)),
    learning: median(learning),
  };
}

/** The mean time of the estimates at every count of a day, as the service computes them. */
function statusOn({ openings, counts, observations }: RecordedDay, model: FittedModel): number {
  const [opening] = openings;
  if (opening === undefined) throw new RangeError('a weekday without opening hours');
  const took = milliseconds(() => {
    for (const { at } of counts) estimate({ observations, now: at, opened: opening.start, model });
  });
  return took / counts.length;
}

function milliseconds(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
