import { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros, type Span } from '../domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel } from '../domain/model-state.ts';
import { openSpans } from '../domain/opening-hours.ts';
import { currentStatus, type Status } from '../domain/status.ts';
import type { Timetable } from '../domain/timetable.ts';
import { arrivalRate } from '../simulation/arrival-rate.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { DEMO_CAFE } from '../simulation/venue.ts';
import type { Store } from '../store/store.ts';
import type { Settings } from './settings.ts';
import { simulateReports } from './simulate.ts';

/** The seed of the demo's simulation. */
export const DEMO_SEED = 'demo';
/** From this many people on, an hour is called busy. */
const BUSY = 5;
/** A venue that has been open for three hours and stays open for another comes first: the chart of its day has something to show. */
const OPEN_BEFORE: Micros = 3 * HOUR;
const OPEN_AFTER: Micros = HOUR;
/** Metadata: the time zone of the demo's venue. */
const TIME_ZONE = 'demo-time-zone';
/** How far back an estimate reads. */
const READS: Micros = 6 * HOUR;

interface Present {
  readonly text: string;
  readonly isBusy: boolean;
}

interface Line extends Pick<Status, 'low' | 'value'> {
  readonly zone: string;
}

/**
 * The time zone of the demo's venue: the one in the settings, or else the one that was stored when the demo created its database.
 * A new demo chooses a zone where it is a busy hour, unless the settings fix the zone or the time; the first process to store one
 * decides. Null for a database that has none.
 */
export async function demoZone(
  store: Pick<Store, 'advance' | 'metadata'>,
  { timeZone, asOf, hours }: Pick<Settings, 'timeZone' | 'asOf' | 'hours'>,
  { isNew, now }: { readonly isNew: boolean; readonly now: Micros },
): Promise<string | null> {
  if (isNew) {
    const choice = timeZone ?? (asOf === null ? busyZone(hours, now) : null) ?? Temporal.Now.timeZoneId();
    await store.advance(TIME_ZONE, (value) => ({ value: value ?? choice, reports: [] }));
  }
  return timeZone ?? (await store.metadata(TIME_ZONE));
}

/**
 * The time zone of a place where the demo's venue surely has a long line at `now`: the one whose simulated reports give the highest
 * sum of the estimate and its lower end. Null if the venue is closed everywhere.
 *
 * Places in a rush come first, because a model that has learned from earlier days expects a line there, too.
 */
export function busyZone(timetable: Timetable, now: Micros): string | null {
  const times = CITY_ZONES.map((zone) => new LocalTime(zone));
  const open = times.filter((time) => isOpen(timetable, time, { start: now, end: now + 1 }));
  const midday = open.filter((time) =>
    isOpen(timetable, time, { start: now - OPEN_BEFORE, end: now + OPEN_AFTER }),
  );
  const rush = midday.filter((time) => isRush(time, now));
  for (const places of [rush, midday]) {
    const best = longestLine(timetable, places, now);
    if (best !== null && best.value >= BUSY) return best.zone;
  }
  return longestLine(timetable, open, now)?.zone ?? null;
}

/** Where the venue is, the time there, and how busy it is: `in Lisbon, where it is Friday 12:35pm, a busy hour`. */
export function presentAt(
  { hours, value }: Pick<Status, 'hours' | 'value'>,
  time: LocalTime,
  now: Micros,
): Present {
  const day = time.date(now).toLocaleString('en-US', { weekday: 'long' });
  const isBusy = hours.isOpen && value >= BUSY;
  const state = isBusy ? 'a busy hour' : hours.isOpen ? 'a quiet hour' : `closed until ${hours.opensAt}`;
  return { isBusy, text: `in ${placeOf(time.timeZone)}, where it is ${day} ${time.clock(now)}, ${state}` };
}

/** The status that simulated reports give before anything is learned from earlier days. */
function simulatedStatus(timetable: Timetable, time: LocalTime, now: Micros): Status {
  const reports = simulateReports({
    ...{ seed: DEMO_SEED, venue: DEMO_CAFE, timetable, time, owner: null },
    span: { start: now - READS, end: now + 1 },
  });
  const observations = reports.map(({ createdAt, bucket }) => ({ at: createdAt, bucket }));
  const lastReport = observations.at(-1)?.at ?? null;
  const model = fitModel(EMPTY_MODEL_STATE, time);
  return currentStatus({ now, observations, lastReport, timetable, time, model });
}

function longestLine(timetable: Timetable, times: readonly LocalTime[], now: Micros): Line | null {
  const lines = times.map((time) => ({ zone: time.timeZone, ...simulatedStatus(timetable, time, now) }));
  return lines.toSorted((a, b) => b.low + b.value - a.low - a.value)[0] ?? null;
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

/** The city of a zone such as `Asia/Ho_Chi_Minh`; zones without one keep their name. */
function placeOf(zone: string): string {
  const city = /^(?!Etc\/).*\/(.+)$/.exec(zone)?.[1];
  return city?.replaceAll('_', ' ') ?? `the time zone ${zone}`;
}
