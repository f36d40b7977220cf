import type { SeriesPoint } from '../../src/service/domain/chart.ts';
import { type Estimate, estimate, LOOKBACK } from '../../src/service/domain/estimate.ts';
import { HOUR, type Micros, type Span } from '../../src/service/domain/micros.ts';
import {
  EMPTY_MODEL_STATE,
  firstTrainingDay,
  fitModel,
  learn,
  type ModelState,
} from '../../src/service/domain/model-state.ts';
import { openSpans } from '../../src/service/domain/opening-hours.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import type { FittedModel } from '../../src/service/domain/seasonal-prior.ts';
import { smoothedLine } from '../../src/service/domain/smoothed-line.ts';
import { runToEnd } from '../../src/service/domain/steps.ts';
import type { Count, VenueRecord } from './simulated.ts';

/** One query: a count of the queue, with a newest report at most an hour old. */
export interface Query {
  readonly count: Count;
  /** Reports of the current opening up to that time, six hours at most, ascending; never empty. */
  readonly reports: readonly Observation[];
  /** Whether it is part of the evaluation, not of training. */
  readonly evaluated: boolean;
  /** What the service would have shown; null during training. */
  readonly shown: Estimate | null;
}

/** The smoothed line of a past day as the service would return it, with the day's counts. */
export interface SmoothedDay {
  readonly line: readonly SeriesPoint[];
  readonly counts: readonly Count[];
  readonly reports: readonly Observation[];
}

const FRESH: Micros = HOUR;

/** Replays a record day by day, each with the model that the service would have trained before it. */
export function* replay(recorded: VenueRecord): Generator<Query | SmoothedDay> {
  const { time, timetable } = recorded;
  const days = [...daysOf(recorded)];
  const training = new Training(recorded, days);
  for (const [number, day] of days.entries()) {
    const evaluated =
      Temporal.PlainDate.compare(day.date, recorded.evaluatedFrom) >= 0 &&
      Temporal.PlainDate.compare(day.date, recorded.evaluatedUntil) < 0;
    const model = evaluated ? training.modelFor(number) : null;
    for (const count of day.counts) {
      const opening = day.openings.find(({ start, end }) => start <= count.at && count.at < end);
      if (opening === undefined) continue;
      const from = Math.max(opening.start, count.at - LOOKBACK);
      const reports = day.observations.filter(({ at }) => from <= at && at <= count.at);
      const newest = reports.at(-1);
      if (newest === undefined || newest.at < count.at - FRESH) continue;
      const evidence = { observations: reports, now: count.at, opened: opening.start };
      yield {
        count,
        reports,
        evaluated,
        shown: model === null ? null : estimate({ ...evidence, model }),
      };
    }
    if (model !== null) {
      const now = time.day(day.date).end + LOOKBACK;
      yield {
        line: runToEnd(
          smoothedLine({ date: day.date, now, observations: day.observations, timetable, time, model }),
        ),
        counts: day.counts,
        reports: day.observations,
      };
    }
  }
}

/** One day of a record. */
export interface RecordedDay {
  readonly date: Temporal.PlainDate;
  readonly openings: readonly Span[];
  readonly counts: readonly Count[];
  readonly observations: readonly Observation[];
}

/** The days of a record up to the end of its evaluation, ascending. */
export function* daysOf({
  time,
  timetable,
  counts,
  reports,
  evaluatedUntil,
}: VenueRecord): Generator<RecordedDay> {
  let [nextCount, nextReport] = [0, 0];
  let date = time.date((counts[0] as Count).at);
  for (; Temporal.PlainDate.compare(date, evaluatedUntil) < 0; date = date.add({ days: 1 })) {
    const day = time.day(date);
    const [firstCount, firstReport] = [nextCount, nextReport];
    while ((counts[nextCount]?.at ?? day.end) < day.end) nextCount += 1;
    while ((reports[nextReport]?.at ?? day.end) < day.end) nextReport += 1;
    yield {
      date,
      openings: openSpans(timetable, time, day),
      counts: counts.slice(firstCount, nextCount),
      observations: reports.slice(firstReport, nextReport),
    };
  }
}

/** Trains as the service does: on each day once, from `firstTrainingDay` on. */
class Training {
  readonly #record: VenueRecord;
  readonly #days: readonly RecordedDay[];
  #from: Temporal.PlainDate | null = null;
  #next = 0;
  #state: ModelState = EMPTY_MODEL_STATE;

  constructor(recorded: VenueRecord, days: readonly RecordedDay[]) {
    this.#record = recorded;
    this.#days = days;
  }

  modelFor(number: number): FittedModel {
    const { time } = this.#record;
    const from = firstTrainingDay((this.#days[number] as RecordedDay).date);
    if (this.#from === null || !this.#from.equals(from)) {
      this.#from = from;
      this.#state = EMPTY_MODEL_STATE;
      this.#next = this.#days.findIndex(({ date }) => Temporal.PlainDate.compare(date, from) >= 0);
    }
    for (; this.#next < number; this.#next += 1) {
      this.#state = learn(this.#state, this.#days[this.#next] as RecordedDay, time);
    }
    return fitModel(this.#state, time);
  }
}
