import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, type Span } from '../../service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel } from '../../service/domain/model-state.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { currentStatus, type Status } from '../../service/domain/status.ts';
import type { Timetable } from '../../service/domain/timetable.ts';
import { arrivalRate } from '../simulation/arrival-rate.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { DEMO_CAFE } from '../simulation/venue.ts';
import { simulateReports } from './simulate.ts';

/** Where the demo's venue is, and the seed of its simulation. */
export interface Place {
  readonly timeZone: string;
  readonly seed: string;
}

/** From this many people on, an hour is called busy. */
export const BUSY = 5;
/** The default is the first. */
export const SEEDS = ['demo', 'demo 2', 'demo 3', 'demo 4', 'demo 5', 'demo 6'] as const;
/** A venue that has been open for three hours and stays open for another comes first: the chart of its day has something to show. */
const OPEN_BEFORE: Micros = 3 * HOUR;
const OPEN_AFTER: Micros = HOUR;
/** How far back an estimate reads. */
const READS: Micros = 6 * HOUR;

/**
 * A place where the demo's venue surely has a long line at `now`: the one whose simulated reports give the highest sum of the estimate
 * and its lower end. Null if the venue is closed everywhere.
 *
 * Places in a rush come first, because a model that has learned from earlier days expects a line there, too.
 */
export function busyPlace(timetable: Timetable, now: Micros): Place | null {
  const times = CITY_ZONES.map((zone) => new LocalTime(zone));
  const open = times.filter((time) => isOpen(timetable, time, { start: now, end: now + 1 }));
  const midday = open.filter((time) =>
    isOpen(timetable, time, { start: now - OPEN_BEFORE, end: now + OPEN_AFTER }),
  );
  const rush = midday.filter((time) => isRush(time, now));
  for (const places of [rush, midday]) {
    const best = longestLine(timetable, places, now);
    if (best !== null && best.value >= BUSY) return best;
  }
  return longestLine(timetable, open, now);
}

function longestLine(
  timetable: Timetable,
  times: readonly LocalTime[],
  now: Micros,
): (Place & Pick<Status, 'low' | 'value'>) | null {
  const lines = times.flatMap((time) =>
    SEEDS.map((seed) => ({
      timeZone: time.timeZone,
      seed,
      ...simulatedEstimate(seed, timetable, time, now),
    })),
  );
  return lines.toSorted((a, b) => b.low + b.value - a.low - a.value)[0] ?? null;
}

/** The estimate that simulated reports give before anything is learned from earlier days. */
function simulatedEstimate(
  seed: string,
  timetable: Timetable,
  time: LocalTime,
  now: Micros,
): Pick<Status, 'low' | 'value'> {
  const observations = simulateReports({
    seed,
    venue: DEMO_CAFE,
    timetable,
    time,
    owner: null,
    span: { start: now - READS, end: now + 1 },
  }).map(({ createdAt, bucket }) => ({ at: createdAt, bucket }));
  const model = fitModel(EMPTY_MODEL_STATE, time);
  const { low, value } = currentStatus({ now, observations, lastReport: null, timetable, time, model });
  return { low, value };
}

/** Whether more people come to the demo's venue than it can serve. */
function isRush(time: LocalTime, now: Micros): boolean {
  const { arrivals, queue } = DEMO_CAFE;
  const rate = arrivalRate(arrivals, { opens: 0, closes: 1440 }, time.date(now), time, 1);
  return rate.at(now) > (queue.servers * 60) / queue.serviceMinutes;
}

/** Whether the venue is open during a whole span. */
function isOpen(timetable: Timetable, time: LocalTime, span: Span): boolean {
  const [open] = openSpans(timetable, time, span);
  return open?.start === span.start && open.end === span.end;
}
