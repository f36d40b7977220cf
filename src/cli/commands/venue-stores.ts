import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../service/store/errors.ts';
import { openExisting } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import type { NamedStore } from '../../service/store/venue-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-of-venue.ts';

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

/** Does something with the database of a venue: what is wrong with it, it says of the venue. Null: that of the accounts, or of the one venue. */
export async function namingVenue<T>(venue: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (venue === null || !(error instanceof StoreError)) throw error;
    throw new OperatorError(`the venue ${venue}: ${error.message}`, { cause: error });
  }
}
