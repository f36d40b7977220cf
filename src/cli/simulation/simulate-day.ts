import type { LocalTime } from '../../service/domain/local-time.ts';
import { SECOND } from '../../service/domain/micros.ts';
import { openingsOn, type Timetable } from '../../service/domain/timetable.ts';
import { arrivalRate } from './arrival-rate.ts';
import type { HeadcountStep } from './queue.ts';
import { runQueue } from './queue.ts';
import { Random } from './random.ts';
import type { SimulatedReport } from './simulated-report.ts';
import { simulateReport } from './simulated-report.ts';
import type { Venue } from './venue.ts';

/** The settings of a simulation; equal settings give equal reports. */
export interface SimulationSettings {
  readonly seed: string;
  readonly venue: Venue;
  readonly timetable: Timetable;
  readonly time: LocalTime;
  /** E-mail address of the demo's owner, who likes some photos; null for none. */
  readonly owner: string | null;
}

export interface SimulatedDay {
  /** The true length of the queue, as a step function; ascending, 0 outside the openings. */
  readonly truth: readonly HeadcountStep[];
  /** Ascending in time. */
  readonly reports: readonly SimulatedReport[];
}

/**
 * Simulates the openings that start on a date until they end, possibly after midnight.
 *
 * The result depends on the settings and the date alone. The owner's address only affects who likes a photo.
 */
export function simulateDay(
  settings: SimulationSettings & { readonly date: Temporal.PlainDate },
): SimulatedDay {
  const { date, seed, venue, timetable, time, owner } = settings;
  const daySeed = [seed, venue.name, time.timeZone, date.toString()].join('|');
  const factor = Math.exp(new Random(`factor|${daySeed}`).normal(0, venue.dayVariation));
  const truth: HeadcountStep[] = [];
  const reports: SimulatedReport[] = [];
  for (const opening of openingsOn(timetable, date)) {
    const { arrivals, headcount } = runQueue(
      { start: time.wallClock(date, opening.opens), end: time.wallClock(date, opening.closes) },
      arrivalRate(venue.arrivals, opening, date, time, factor),
      venue.queue,
      new Random(`queue|${opening.opens}|${daySeed}`),
    );
    truth.push(...headcount);
    const choice = new Random(`choice|${opening.opens}|${daySeed}`);
    for (const { at, seen } of arrivals) {
      if (!choice.chance(venue.reportShare)) continue;
      const createdAt = at - (at % SECOND);
      const ordinal = reports.length + 1;
      // Each reporter has a separate stream of random numbers, independent of the others.
      const random = new Random(`report|${ordinal}|${daySeed}`);
      reports.push(simulateReport({ createdAt, seen, date, ordinal, venue, time, owner }, random));
    }
  }
  return { truth, reports };
}
