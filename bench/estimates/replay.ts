import type { SeriesPoint } from '../../src/domain/chart.ts';
import { type Estimate, estimate, LOOKBACK } from '../../src/domain/estimate.ts';
import { HOUR, type Micros, type Span } from '../../src/domain/micros.ts';
import {
  EMPTY_MODEL_STATE,
  type FittedModel,
  firstTrainingDay,
  fitModel,
  learn,
  type ModelState,
} from '../../src/domain/model-state.ts';
import { openSpans } from '../../src/domain/opening-hours.ts';
import type { Observation } from '../../src/domain/report.ts';
import { smoothedLine } from '../../src/domain/smoothed-line.ts';
import type { Count, Recorded } from './venue-day.ts';

/** One query: somebody counted the line, and the newest report was at most an hour old. */
export interface Query {
  readonly count: Count;
  /** Reports of the present opening up to then, of six hours at most, ascending; never empty. */
  readonly reports: readonly Observation[];
  /** Whether it is for figures; before that it only teaches. */
  readonly judged: boolean;
  /** What the service would have shown; null before figures are taken. */
  readonly shown: Estimate | null;
}

/** A day's line as the service would draw it once the day is over, with the counts it can be held against. */
export interface DrawnLine {
  readonly line: readonly SeriesPoint[];
  readonly counts: readonly Count[];
  readonly reports: readonly Observation[];
}

const FRESH: Micros = HOUR;

/** Walks through a record day by day, knowing of each day what the service would have learned before it. */
export function* replay(recorded: Recorded): Generator<Query | DrawnLine> {
  const { time, timetable } = recorded;
  const days = [...daysOf(recorded)];
  const school = new School(recorded, days);
  for (const [number, day] of days.entries()) {
    const judged =
      Temporal.PlainDate.compare(day.date, recorded.judgedFrom) >= 0 &&
      Temporal.PlainDate.compare(day.date, recorded.judgedUntil) < 0;
    const model = judged ? school.before(number) : null;
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
        judged,
        shown: model === null ? null : estimate({ ...evidence, model }),
      };
    }
    if (model !== null) {
      const now = time.day(day.date).end + LOOKBACK;
      yield {
        line: smoothedLine({ date: day.date, now, observations: day.observations, timetable, time, model }),
        counts: day.counts,
        reports: day.observations,
      };
    }
  }
}

interface RecordedDay {
  readonly date: Temporal.PlainDate;
  readonly openings: readonly Span[];
  readonly counts: readonly Count[];
  readonly observations: readonly Observation[];
}

function* daysOf({ time, timetable, counts, reports, judgedUntil }: Recorded): Generator<RecordedDay> {
  let [nextCount, nextReport] = [0, 0];
  let date = time.date((counts[0] as Count).at);
  for (; Temporal.PlainDate.compare(date, judgedUntil) < 0; date = date.add({ days: 1 })) {
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

/** Learns as the service does: each day once, from the day that `firstTrainingDay` names. */
class School {
  readonly #recorded: Recorded;
  readonly #days: readonly RecordedDay[];
  #from: Temporal.PlainDate | null = null;
  #next = 0;
  #state: ModelState = EMPTY_MODEL_STATE;

  constructor(recorded: Recorded, days: readonly RecordedDay[]) {
    this.#recorded = recorded;
    this.#days = days;
  }

  before(number: number): FittedModel {
    const { time } = this.#recorded;
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
