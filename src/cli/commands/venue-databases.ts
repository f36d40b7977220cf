import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../service/store/errors.ts';
import { openExisting } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import type { NamedStore } from '../../service/store/venue-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-of-venue.ts';
import { action } from './action.ts';
import type { VenueOptions } from './venue-option.ts';

/** A database, and whose it is: a venue's or, with null, that of the accounts or of the one venue. */
export interface NamedDatabase extends Pick<Settings, 'database'> {
  readonly venue: string | null;
}

/** The databases that a command without `--venue` is about, with that of the accounts first; with `--venue`, only the venue's. */
export function databasesOf({
  database,
  venues,
  venue,
}: Pick<Settings, 'database'> & VenueOptions): readonly NamedDatabase[] {
  if (venues === null || venue !== null) return [{ venue, database }];
  const ofVenues = venues.venues.map((one) => ({
    venue: one.id,
    database: settingsOf(one, { database }).database,
  }));
  // One venue may have its reports beside the accounts.
  return [{ venue, database }, ...ofVenues.filter((one) => !isDeepStrictEqual(one.database, database))];
}

/** Runs `work` for each database in turn. If it fails for one, that is printed as of a command, and the others have their turn. */
export async function forEachDatabase<One extends NamedDatabase>(
  databases: readonly One[],
  work: (database: One) => Promise<void>,
): Promise<void> {
  const run = action((database: One) => namingVenue(database.venue, () => work(database)));
  for (const database of databases) await run(database);
}

/** Opens the stores of the venues, one after the other, each until the next is asked for. */
export async function* openVenues(
  settings: Pick<Settings, 'database' | 'venues'>,
  accounts: Store,
): AsyncGenerator<NamedStore> {
  for (const venue of settings.venues?.venues ?? []) {
    const { id } = venue;
    const { database } = settingsOf(venue, settings);
    const isBeside = isDeepStrictEqual(database, settings.database);
    // A venue that nobody has served yet has no likes.
    const store = isBeside ? accounts : await namingVenue(id, () => openExisting(database));
    if (store === null) continue;
    try {
      yield { id, store };
    } finally {
      if (!isBeside) await store.close();
    }
  }
}

/** Names the venue in an error of its database. Null is that of the accounts, or of the one venue. */
async function namingVenue<T>(venue: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (venue === null || !(error instanceof StoreError)) throw error;
    throw new OperatorError(`the venue ${venue}: ${error.message}`, { cause: error });
  }
}
