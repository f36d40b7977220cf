import { Random } from '../../src/cli/simulation/random.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { HOUR, MINUTE, type Micros } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import { openingsOn, type Timetable } from '../../src/service/domain/timetable.ts';
import { type Reporters, reportsOf } from './reporters.ts';

/** A kind of venue: its opening hours, how its queue develops on a day, and its reporters. */
export interface VenueKind {
  readonly name: string;
  readonly timetable: Timetable;
  readonly reporters: Reporters;
  /** Reports per hour in the rows of this kind; 2, 6 and 20 if absent. */
  readonly rates?: readonly number[];
  /** Hours on the clock face, half-open, in which nobody reports. */
  readonly silent?: readonly (readonly [number, number])[];
  /** The length of the queue during one opening, as a function of time. */
  queue(day: {
    readonly date: Temporal.PlainDate;
    readonly start: Micros;
    readonly end: Micros;
    /** Hours on the clock face since 00:00 of the date. */
    readonly clock: (at: Micros) => number;
    readonly random: Random;
  }): (at: Micros) => number;
}

/** The true length of the queue at a time; a query of the benchmark. */
export interface Count {
  readonly at: Micros;
  readonly people: number;
}

/** A venue's true queue, and what people reported. */
export interface VenueRecord {
  readonly name: string;
  /** The mean number of reports per open hour. */
  readonly rate: number;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  /** Ascending. */
  readonly counts: readonly Count[];
  /** Ascending. */
  readonly reports: readonly Observation[];
  /** The first day of evaluation; earlier days are for training. */
  readonly evaluatedFrom: Temporal.PlainDate;
  /** The first day after the evaluation. */
  readonly evaluatedUntil: Temporal.PlainDate;
}

const ZONE = 'America/New_York';
const FIRST_DAY = Temporal.PlainDate.from('2026-01-12');
/** The first day of evaluation of twelve weeks. */
export const EVALUATED_FROM = FIRST_DAY.add({ days: 56 });
const EVALUATED_UNTIL = EVALUATED_FROM.add({ days: 28 });
/** Each day of the week is the first for four of them. */
const FIRST_DAYS_STARTS = 28;
const FIRST_DAYS = 3;
const QUERY_STEP: Micros = 10 * MINUTE;

/** Twelve weeks of a venue, eight for training and four for evaluation; the same for the same seed. */
export function simulate(kind: VenueKind, rate: number, seed: string): VenueRecord {
  return simulatePeriod(kind, rate, seed, FIRST_DAY, EVALUATED_FROM, EVALUATED_UNTIL);
}

/** The first three days of 28 venues of a kind, all for evaluation. */
export function simulateFirstDays(kind: VenueKind, rate: number, seed: string): readonly VenueRecord[] {
  return Array.from({ length: FIRST_DAYS_STARTS }, (_, start) => {
    const first = FIRST_DAY.add({ days: start });
    return simulatePeriod(
      kind,
      rate,
      `${seed}-first-${start}`,
      first,
      first,
      first.add({ days: FIRST_DAYS }),
    );
  });
}

function simulatePeriod(
  kind: VenueKind,
  rate: number,
  seed: string,
  first: Temporal.PlainDate,
  evaluatedFrom: Temporal.PlainDate,
  evaluatedUntil: Temporal.PlainDate,
): VenueRecord {
  const time = new LocalTime(ZONE);
  const counts: Count[] = [];
  const reports: Observation[] = [];
  for (let date = first; Temporal.PlainDate.compare(date, evaluatedUntil) < 0; date = date.add({ days: 1 })) {
    for (const { opens, closes } of openingsOn(kind.timetable, date)) {
      const [start, end] = [time.wallClock(date, opens), time.wallClock(date, closes)];
      const clock = (at: Micros) => opens / 60 + (at - start) / HOUR;
      const silent = (at: Micros) => kind.silent?.some(([from, to]) => from <= clock(at) && clock(at) < to);
      const queue = kind.queue({
        date,
        start,
        end,
        clock,
        random: new Random(`line|${seed}|${kind.name}|${date}|${opens}`),
      });
      for (let at = start; at < end; at += QUERY_STEP) counts.push({ at, people: queue(at) });
      const random = new Random(`reports|${seed}|${kind.name}|${rate}|${date}|${opens}`);
      const all = reportsOf({ start, end }, queue, rate, kind.reporters, random);
      reports.push(...all.filter(({ at }) => silent(at) !== true));
    }
  }
  const { name, timetable } = kind;
  return { name, rate, time, timetable, counts, reports, evaluatedFrom, evaluatedUntil };
}
