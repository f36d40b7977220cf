import type { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';
import type { Status } from '../../service/domain/status.ts';
import type { Store } from '../../service/store/store.ts';
import { BUSY, busyPlace, type Place, SEEDS } from './busy-place.ts';
import type { Settings } from './settings.ts';
import { inVenueZone, keepZone } from './venue-zone.ts';

/** Metadata: the seed of the simulation. */
const SEED = 'demo-seed';

interface Present {
  readonly text: string;
  readonly isBusy: boolean;
}

/**
 * The place of the demo's venue, as it was stored when the demo created its database. A new demo chooses a place where it is a busy hour,
 * unless the settings fix the zone or the time; the first process to store one decides. Throws `OperatorError` if the settings then ask for
 * another zone.
 */
export async function demoPlace(
  store: Pick<Store, 'advance' | 'metadata'>,
  settings: Pick<Settings, 'database' | 'timeZone' | 'asOf' | 'hours'>,
  { isNew, now }: { readonly isNew: boolean; readonly now: Micros },
): Promise<Place> {
  if (isNew) {
    const { timeZone, asOf, hours } = settings;
    const isFree = timeZone === null && asOf === null;
    const fixed: Place = { timeZone: timeZone ?? Temporal.Now.timeZoneId(), seed: SEEDS[0] };
    const choice = (isFree ? busyPlace(hours, now) : null) ?? fixed;
    await keepZone(store, choice.timeZone);
    await store.advance(SEED, (value) => ({ value: value ?? choice.seed, reports: [] }));
  }
  const { timeZone } = await inVenueZone(settings, store);
  return { timeZone, seed: (await store.metadata(SEED)) ?? SEEDS[0] };
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

/** The city of a zone such as `Asia/Ho_Chi_Minh`; zones without one keep their name. */
function placeOf(zone: string): string {
  const city = /^(?!Etc\/).*\/(.+)$/.exec(zone)?.[1];
  return city?.replaceAll('_', ' ') ?? `the time zone ${zone}`;
}
