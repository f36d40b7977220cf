/** Where the venue of the demo is: a new one begins at a busy hour, whenever that is. */
import { setTimeout } from 'node:timers/promises';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, type Span } from '../../service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel } from '../../service/domain/model-state.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { currentStatus, type Status } from '../../service/domain/status.ts';
import type { Timetable } from '../../service/domain/timetable.ts';
import type { Store } from '../../service/store/store.ts';
import { inVenueZone, keepZone } from '../composition/venue-zone.ts';
import type { Settings } from '../settings/settings.ts';
import { arrivalRate } from '../simulation/arrival-rate.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { simulateReports } from '../simulation/simulate.ts';
import { DEMO_CAFE } from '../simulation/venue.ts';

/** Where the venue is, and the seed of its simulation. */
export interface Place {
  readonly timeZone: string;
  readonly seed: string;
}

/** Metadata that marks a database as the demo's: the seed of its simulation. */
const SEED = 'demo-seed';
/** The default is the first. */
const SEEDS = ['demo', 'demo 2', 'demo 3', 'demo 4', 'demo 5', 'demo 6'] as const;
/** How often to check, every 100 ms, whether another demo that is starting has stored its seed in an empty database. */
const MOST_CHECKS = 50;
/** From this many people on, an hour is called busy. */
export const BUSY = 5;
/** A venue that has been open for three hours and stays open for another comes first: the chart of its day has something to show. */
const OPEN_BEFORE: Micros = 3 * HOUR;
const OPEN_AFTER: Micros = HOUR;
/** How far back an estimate reads. */
const READS: Micros = 6 * HOUR;

/**
 * Returns the place that was stored when the demo created its database, or null if another program did. A new demo chooses a place where it is
 * a busy hour, unless the settings fix the zone or the time; the first process to store one decides. Throws `OperatorError` if the settings
 * then ask for another zone.
 */
export async function demoPlace(
  store: Pick<Store, 'advance' | 'metadata' | 'extent'>,
  settings: Pick<Settings, 'database' | 'timeZone' | 'asOf' | 'hours'>,
  { isNew, now }: { readonly isNew: boolean; readonly now: Micros },
): Promise<Place | null> {
  if (isNew) {
    const { timeZone, asOf, hours } = settings;
    const isFree = timeZone === null && asOf === null;
    const fixed: Place = { timeZone: timeZone ?? Temporal.Now.timeZoneId(), seed: SEEDS[0] };
    const choice = (isFree ? busyPlace(hours, now) : null) ?? fixed;
    await keepZone(store, choice.timeZone);
    await store.advance(SEED, (value) => ({ value: value ?? choice.seed, reports: [] }));
  }
  const seed = await storedSeed(store, now);
  return seed === null ? null : { seed, timeZone: (await inVenueZone(settings, store)).timeZone };
}

/** Returns the stored seed, or null if a database has reports without one, or stays empty. A demo stores its seed before its reports. */
async function storedSeed(store: Pick<Store, 'metadata' | 'extent'>, now: Micros): Promise<string | null> {
  for (let checks = 0; ; checks += 1) {
    const isEmpty = (await store.extent(now)) === null;
    const seed = await store.metadata(SEED);
    if (seed !== null || !isEmpty || checks === MOST_CHECKS) return seed;
    await setTimeout(100);
  }
}

/** Describes where the venue is, the time there, and how busy it is: `in Lisbon, where it is Friday 12:35pm, a busy hour`. */
export function presentAt(
  { hours, value }: Pick<Status, 'hours' | 'value'>,
  time: LocalTime,
  now: Micros,
): { readonly text: string; readonly isBusy: boolean } {
  const day = time.date(now).toLocaleString('en-US', { weekday: 'long' });
  const isBusy = hours.isOpen && value >= BUSY;
  const state = isBusy ? 'a busy hour' : hours.isOpen ? 'a quiet hour' : `closed until ${hours.opensAt}`;
  return { isBusy, text: `in ${cityOf(time.timeZone)}, where it is ${day} ${time.clock(now)}, ${state}` };
}

/** The city of a zone such as `Asia/Ho_Chi_Minh`; zones without one keep their name. */
function cityOf(zone: string): string {
  const city = /^(?!Etc\/).*\/(.+)$/.exec(zone)?.[1];
  return city?.replaceAll('_', ' ') ?? `the time zone ${zone}`;
}

/**
 * Returns a place where the venue surely has a long line at `now`: the one whose simulated reports give the highest sum of the estimate and its
 * lower end. Null if the venue is closed everywhere. Places in a rush come first, because a model that has learned from earlier days
 * expects a line there, too.
 */
export function busyPlace(timetable: Timetable, now: Micros): Place | null {
  const times = CITY_ZONES.map((zone) => new LocalTime(zone));
  const open = times.filter((time) => isOpen(timetable, time, { start: now, end: now + 1 }));
  const midday = open.filter((time) =>
    isOpen(timetable, time, { start: now - OPEN_BEFORE, end: now + OPEN_AFTER }),
  );
  const rush = midday.filter((time) => isRush(time, now));
  const preferred = [rush, midday].find(({ length }) => length > 0) ?? open;
  const lines = preferred.flatMap((time) =>
    SEEDS.map((seed) => ({
      place: { timeZone: time.timeZone, seed },
      length: lineAt(seed, timetable, time, now),
    })),
  );
  return lines.toSorted((one, other) => other.length - one.length)[0]?.place ?? null;
}

/** The estimate and its lower end, summed up, before anything is learned from earlier days. */
function lineAt(seed: string, timetable: Timetable, time: LocalTime, now: Micros): number {
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
  return low + value;
}

/** Returns whether more people come to the venue than it can serve. */
function isRush(time: LocalTime, now: Micros): boolean {
  const { arrivals, queue } = DEMO_CAFE;
  const rate = arrivalRate(arrivals, { opens: 0, closes: 1440 }, time.date(now), time, 1);
  return rate.at(now) > (queue.servers * 60) / queue.serviceMinutes;
}

/** Returns whether the venue is open during a whole span. */
function isOpen(timetable: Timetable, time: LocalTime, span: Span): boolean {
  const [open] = openSpans(timetable, time, span);
  return open?.start === span.start && open.end === span.end;
}
