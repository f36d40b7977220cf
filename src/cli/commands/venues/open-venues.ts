import { isDeepStrictEqual } from 'node:util';
import { openExisting } from '../../../service/store/open-store.ts';
import type { Store } from '../../../service/store/store.ts';
import type { NamedStore } from '../../../service/store/venue-store.ts';
import type { Settings } from '../settings.ts';
import { settingsOf } from './venue-settings.ts';
import type { VenuesFile } from './venues-file.ts';

/** Opens the stores of the venues, one after the other, each until the next is asked for. */
export async function* openVenues(
  settings: Pick<Settings, 'database' | 'venues'>,
  accounts: Store,
): AsyncGenerator<NamedStore> {
  for (const venue of (settings.venues as VenuesFile | null)?.venues ?? []) {
    const { id } = venue;
    const { database } = settingsOf(venue, settings);
    const isBeside = isDeepStrictEqual(database, settings.database);
    // A venue that nobody has served yet has no likes.
    const store = isBeside ? accounts : await openExisting(database);
    if (store === null) continue;
    try {
      yield { id, store };
    } finally {
      if (!isBeside) await store.close();
    }
  }
}
