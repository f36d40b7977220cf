import { estimate, LOOKBACK } from './estimate.ts';
import type { LocalTime } from './local-time.ts';
import { messageFor } from './message.ts';
import { MINUTE, type Micros } from './micros.ts';
import { currentOpening, dayAt, type Hours, hoursAt, nextOpening } from './opening-hours.ts';
import type { Observation } from './report.ts';
import type { FittedModel } from './seasonal-prior.ts';
import type { Timetable } from './timetable.ts';

/** The current estimate with opening hours ("Current estimate"). */
export interface Status {
  readonly hasEstimate: boolean;
  /** Sentences from `MESSAGES` after the day's comment, or null. */
  readonly message: string | null;
  /** Whole people around `value`; 0 without an estimate (gap `no-estimate-values`). */
  readonly low: number;
  readonly high: number;
  /** People, one decimal; 0 without an estimate (gap `no-estimate-values`). */
  readonly value: number;
  /** Reports behind the estimate; 0 without one. */
  readonly reportCount: number;
  readonly lastUpdated: Micros;
  readonly hours: Hours;
}

/**
 * The status at `now` from the reports of the last six hours (`observations`; others are ignored)
 * and the venue's fitted model.
 *
 * There is no estimate while closed, and reports from before the current opening are ignored.
 * `lastReport` is the time of the newest report at or before `now`, null in an empty store. It becomes
 * `lastUpdated`, with or without an estimate; in an empty store, the start of the current minute does (gap `last-updated`).
 */
export function currentStatus(at: {
  readonly now: Micros;
  readonly observations: readonly Observation[];
  readonly lastReport: Micros | null;
  readonly timetable: Timetable;
  readonly time: LocalTime;
  readonly model: FittedModel;
}): Status {
  const { now, timetable, time, model } = at;
  const hours = hoursAt(timetable, time, now);
  const opening = hours.isOpen ? currentOpening(timetable, time, now, LOOKBACK) : null;
  const current =
    opening === null ? null : estimate({ observations: at.observations, now, opened: opening.start, model });
  const opensNext = hours.isOpen ? null : (nextOpening(timetable, time, now)?.start ?? null);
  return {
    hasEstimate: current !== null,
    message: messageFor({ now, hours, opensNext, estimate: current, time, day: dayAt(timetable, time, now) }),
    low: current?.low ?? 0,
    high: current?.high ?? 0,
    value: current?.value ?? 0,
    reportCount: current?.count ?? 0,
    lastUpdated: at.lastReport ?? Math.floor(now / MINUTE) * MINUTE,
    hours,
  };
}
