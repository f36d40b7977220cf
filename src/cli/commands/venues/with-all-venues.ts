import { openExisting } from '../../../service/store/open-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { accountsOfVenues } from '../../../service/store/venue-store.ts';
import type { Settings } from '../settings.ts';
import { settingsOf } from './venue-settings.ts';
import type { VenuesFile } from './venues-file.ts';

/** Runs `work` with a store of the accounts from which a deleted account takes its likes at all venues. */
export async function withAllVenues(
  settings: Pick<Settings, 'database' | 'venues'>,
  accounts: Store,
  work: (accounts: Store) => Promise<unknown>,
): Promise<void> {
  const stores: Store[] = [];
  try {
    for (const venue of (settings.venues as VenuesFile | null)?.venues ?? []) {
      // A venue that nobody has served yet has no likes.
      const store = await openExisting(settingsOf(venue, settings).database);
      if (store !== null) stores.push(store);
    }
    await work(accountsOfVenues(accounts, () => stores));
  } finally {
    for (const store of stores) await store.close();
  }
}
