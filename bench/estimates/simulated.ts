import { LocalTime } from '../../src/domain/local-time.ts';
import { HOUR, MINUTE, type Micros } from '../../src/domain/micros.ts';
import type { Observation } from '../../src/domain/report.ts';
import { openingsOn, type Timetable } from '../../src/domain/timetable.ts';
import { Random } from '../../src/simulation/random.ts';
import { type Reporters, reportsOf } from './reporters.ts';
import type { Count, Recorded } from './venue-day.ts';

/** A kind of venue: when it is open, how its line goes on one day, and who reports it. */
export interface VenueKind {
  readonly name: string;
  readonly timetable: Timetable;
  readonly reporters: Reporters;
  /** How many people wait during one opening, as a function of time. */
  line(day: {
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
const LEARNING_DAYS = 56;
const JUDGED_DAYS = 28;
const QUERY_STEP: Micros = 10 * MINUTE;

/** A venue's twelve weeks, eight to learn from and four to be judged by; the same for the same seed. */
export function simulate(kind: VenueKind, rate: number, seed: string): Recorded {
  const time = new LocalTime(ZONE);
  const counts: Count[] = [];
  const reports: Observation[] = [];
  for (let number = 0; number < LEARNING_DAYS + JUDGED_DAYS; number += 1) {
    const date = FIRST_DAY.add({ days: number });
    for (const { opens, closes } of openingsOn(kind.timetable, date)) {
      const [start, end] = [time.wallClock(date, opens), time.wallClock(date, closes)];
      const clock = (at: Micros) => opens / 60 + (at - start) / HOUR;
      const line = kind.line({
        date,
        start,
        end,
        clock,
        random: new Random(`line|${seed}|${kind.name}|${date}|${opens}`),
      });
      for (let at = start; at < end; at += QUERY_STEP) counts.push({ at, people: line(at) });
      const random = new Random(`reports|${seed}|${kind.name}|${rate}|${date}|${opens}`);
      reports.push(...reportsOf({ start, end }, line, rate, kind.reporters, random));
    }
  }
  return {
    name: kind.name,
    rate,
    time,
    timetable: kind.timetable,
    counts,
    reports,
    judgedFrom: FIRST_DAY.add({ days: LEARNING_DAYS }),
    judgedUntil: FIRST_DAY.add({ days: LEARNING_DAYS + JUDGED_DAYS }),
  };
}
