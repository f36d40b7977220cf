import type { Store } from '../../../service/store/store.ts';
import type { AccountPage } from '../account-page.ts';
import type { Parts, Served } from '../service-app.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { watchFiles } from '../watch-files.ts';
import { Venues } from './venues.ts';
import { parseVenues, type VenuesFile } from './venues-file.ts';

/** Serves the venues of the settings, which are several. */
export async function serveVenues(
  settings: Settings,
  accounts: Store,
  parts: Parts,
  accountPage: AccountPage | null,
): Promise<Served> {
  const venues = new Venues(settings, accounts, parts, accountPage);
  const { file, files } = settings.venues as VenuesFile;
  const reread = async () => {
    const next = parseVenues(file, SETTINGS);
    if (await venues.serve(next)) {
      parts.logger.info('the venues were read again');
      void venues.warmUp();
    }
    return next.files;
  };
  const watching = watchFiles(files, reread, {
    logger: parts.logger,
    failure: 'the venues stay as they were',
    isPending: () => venues.hasFailures,
  });
  try {
    await venues.serve(settings.venues as VenuesFile);
  } catch (error) {
    await watching.stop();
    throw error;
  }
  return Object.assign(venues, {
    isReloaded: watching.isRead,
    async close() {
      await watching.stop();
      await venues.closeStores();
    },
  });
}
