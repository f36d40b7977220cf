import { LocalTime } from '../../src/domain/local-time.ts';
import { HOUR, MINUTE, type Micros } from '../../src/domain/micros.ts';
import type { Observation } from '../../src/domain/report.ts';
import { openingsOn, type Timetable } from '../../src/domain/timetable.ts';
import { Random } from '../../src/simulation/random.ts';
import { type Reporters, reportsOf } from './reporters.ts';
import type { Count, VenueRecord } from './venue-day.ts';

/** A kind of venue: its opening hours, how its queue develops on a day, and its reporters. */
export interface VenueKind {
  readonly name: string;
  readonly timetable: Timetable;
  readonly reporters: Reporters;
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

const ZONE = 'America/New_York';
const FIRST_DAY = Temporal.PlainDate.from('2026-01-12');
const TRAINING_DAYS = 56;
const EVALUATION_DAYS = 28;
const QUERY_STEP: Micros = 10 * MINUTE;

/** Twelve weeks of a venue, eight for training and four for evaluation; the same for the same seed. */
export function simulate(kind: VenueKind, rate: number, seed: string): VenueRecord {
  const time = new LocalTime(ZONE);
  const counts: Count[] = [];
  const reports: Observation[] = [];
  for (let number = 0; number < TRAINING_DAYS + EVALUATION_DAYS; number += 1) {
    const date = FIRST_DAY.add({ days: number });
    for (const { opens, closes } of openingsOn(kind.timetable, date)) {
      const [start, end] = [time.wallClock(date, opens), time.wallClock(date, closes)];
      const clock = (at: Micros) => opens / 60 + (at - start) / HOUR;
      const queue = kind.queue({
        date,
        start,
        end,
        clock,
        random: new Random(`line|${seed}|${kind.name}|${date}|${opens}`),
      });
      for (let at = start; at < end; at += QUERY_STEP) counts.push({ at, people: queue(at) });
      const random = new Random(`reports|${seed}|${kind.name}|${rate}|${date}|${opens}`);
      reports.push(...reportsOf({ start, end }, queue, rate, kind.reporters, random));
    }
  }
  return {
    name: kind.name,
    rate,
    time,
    timetable: kind.timetable,
    counts,
    reports,
    evaluatedFrom: FIRST_DAY.add({ days: TRAINING_DAYS }),
    evaluatedUntil: FIRST_DAY.add({ days: TRAINING_DAYS + EVALUATION_DAYS }),
  };
}
