import type { Micros, Span } from '../domain/micros.ts';
import { HOUR } from '../domain/micros.ts';
import type { Random } from './random.ts';

/** How a line is served and how much of it people put up with. */
export interface QueueModel {
  readonly servers: number;
  /** Mean minutes one server spends on one person. */
  readonly serviceMinutes: number;
  /** People waiting at which every second newcomer turns around. */
  readonly balkingPoint: number;
  /** Mean minutes people wait before they give up. */
  readonly patienceMinutes: number;
}

/** People coming per hour as a function of time, nowhere above `peak`. */
export interface ArrivalRate {
  readonly peak: number;
  at(at: Micros): number;
}

interface Arrival {
  readonly at: Micros;
  /** People waiting when this one came, those being served and this one not among them. */
  readonly seen: number;
}

/** From `at` on, until the next step, `people` are waiting. */
export interface HeadcountStep {
  readonly at: Micros;
  readonly people: number;
}

export interface QueueRun {
  /** Everyone who came, also those who turned around; ascending. */
  readonly arrivals: readonly Arrival[];
  /** Ascending; begins with nobody at the span's start and ends with nobody at the latest at its end. */
  readonly headcount: readonly HeadcountStep[];
}

/**
 * Runs one line from opening to closing: an M_t/M/c queue (arrivals at a rate that varies
 * with time, exponential service, c servers) that people refuse to join when it is long
 * (balking) and leave when it takes too long (reneging).
 *
 * Everything in it is memoryless, so the number of people present is the whole state and the run steps
 * from event to event (Gillespie's method); the varying arrival rate comes from thinning
 * events that happen at its peak (Lewis and Shedler).
 */
export function runQueue(span: Span, rate: ArrivalRate, model: QueueModel, random: Random): QueueRun {
  const arrivals: Arrival[] = [];
  const headcount: HeadcountStep[] = [{ at: span.start, people: 0 }];
  const servicesPerHour = 60 / model.serviceMinutes;
  const desertionsPerHour = 60 / model.patienceMinutes;
  let present = 0;
  let waiting = 0;
  let now = span.start;
  for (;;) {
    const serving = servicesPerHour * (present - waiting);
    const leaving = desertionsPerHour * waiting;
    const total = rate.peak + serving + leaving;
    now += random.exponential(total) * HOUR;
    if (!(now < span.end)) break;
    const at = Math.floor(now);
    const event = random.uniform(0, total);
    if (event >= rate.peak) {
      present--;
    } else if (event < rate.at(at)) {
      arrivals.push({ at, seen: waiting });
      if (random.chance(joining(waiting, model.balkingPoint))) present++;
    }
    const next = Math.max(0, present - model.servers);
    if (next !== waiting) headcount.push({ at, people: next });
    waiting = next;
  }
  if (waiting > 0) headcount.push({ at: span.end, people: 0 });
  return { arrivals, headcount };
}

/** Probability that a newcomer joins a line of this length: near 1 for short lines, then falling steeply. */
function joining(waiting: number, balkingPoint: number): number {
  return 1 / (1 + (waiting / balkingPoint) ** 4);
}
