import type { SeriesPoint } from '../../src/service/domain/chart.ts';
import { type Estimate, estimate, LOOKBACK } from '../../src/service/domain/estimate.ts';
import { MINUTE, type Micros, type Span } from '../../src/service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn, type PastDay } from '../../src/service/domain/model-state.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import type { FittedModel } from '../../src/service/domain/seasonal-prior.ts';
import { smoothedLine } from '../../src/service/domain/smoothed-line.ts';
import { runToEnd } from '../../src/service/domain/steps.ts';
import { type Count, daysOf, simulate, type VenueKind, type VenueRecord } from './simulated.ts';

/** One simulated day after some days of training, with what the service shows of it. */
export interface ExampleDay {
  readonly recorded: VenueRecord;
  readonly date: Temporal.PlainDate;
  readonly opening: Span;
  readonly past: readonly PastDay[];
  readonly reports: readonly Observation[];
  readonly counts: readonly Count[];
  readonly model: FittedModel;
  readonly line: readonly SeriesPoint[];
}

/** The day after `days` days of training at a kind of venue. */
export function exampleDay(kind: VenueKind, rate: number, seed: string, days: number): ExampleDay {
  const recorded = simulate(kind, rate, seed, days + 1);
  const { time, timetable } = recorded;
  const all = daysOf(recorded);
  const [past, day] = [all.slice(0, days), all[days]];
  const [opening] = day?.openings ?? [];
  if (day === undefined || opening === undefined) throw new RangeError(`${kind.name} is closed that day`);
  const state = past.reduce((known, one) => learn(known, one, time), EMPTY_MODEL_STATE);
  const model = fitModel(state, time);
  const { date, observations, counts } = day;
  const now = opening.end + LOOKBACK;
  const line = runToEnd(smoothedLine({ date, now, observations, timetable, time, model }));
  return { recorded, date, opening, past, reports: observations, counts, model, line };
}

/** The estimates of a day while open, at an interval in minutes. */
export function shownOn(
  day: ExampleDay,
  minutes: number,
): readonly { readonly at: Micros; readonly shown: Estimate | null }[] {
  const { opening, reports, model } = day;
  const times = Array.from(
    { length: Math.ceil((opening.end - opening.start) / (minutes * MINUTE)) },
    (_, index) => opening.start + index * minutes * MINUTE,
  );
  return times.map((at) => ({
    at,
    shown: estimate({ observations: reports, now: at, opened: opening.start, model }),
  }));
}
