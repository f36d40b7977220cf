import type { Micros, Span } from '../../service/domain/micros.ts';
import { HOUR } from '../../service/domain/micros.ts';
import type { Random } from './random.ts';

/** How a queue is served and how patient people are. */
export interface QueueModel {
  readonly servers: number;
  /** The mean service time, in minutes per person. */
  readonly serviceMinutes: number;
  /** The number of people waiting at which half of the newcomers turn away. */
  readonly balkingPoint: number;
  /** The mean time, in minutes, after which a waiting person gives up. */
  readonly patienceMinutes: number;
}

/** Arrivals per hour as a function of time, never above `peak`. */
export interface ArrivalRate {
  readonly peak: number;
  at(at: Micros): number;
}

interface Arrival {
  readonly at: Micros;
  /** The people who were waiting, not counting those being served or the newcomer. */
  readonly seen: number;
}

/** `people` are waiting from `at` until the next step. */
export interface HeadcountStep {
  readonly at: Micros;
  readonly people: number;
}

export interface QueueRun {
  /** Everyone who came, including those who turned away; ascending. */
  readonly arrivals: readonly Arrival[];
  /** Ascending; starts with 0 at the span's start and ends with 0 by its end. */
  readonly headcount: readonly HeadcountStep[];
}

/**
 * Simulates a queue from opening to closing: an M_t/M/c queue (time-varying arrival rate, exponential service,
 * c servers) with balking (people don't join a long queue) and reneging (people leave when it takes too long).
 *
 * All processes are memoryless, so the number of people present is the whole state and the simulation steps
 * from event to event (Gillespie's method). The varying arrival rate comes from thinning events at its
 * peak rate (Lewis and Shedler).
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

/** The probability that a newcomer joins a queue of this length: near 1 for short queues, then falling steeply. */
function joining(waiting: number, balkingPoint: number): number {
  return 1 / (1 + (waiting / balkingPoint) ** 4);
}
