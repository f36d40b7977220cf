import type { Store } from '../../../service/store/store.ts';
import type { AccountPage } from '../account-page.ts';
import type { Parts, Served } from '../service-app.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { Venues } from './venues.ts';
import { parseVenues, type VenuesFile } from './venues-file.ts';
import { watchFiles } from './watch-files.ts';

/** Serves the venues of the settings, which are several. */
export async function serveVenues(
  settings: Settings,
  accounts: Store,
  parts: Parts,
  accountPage: AccountPage | null,
): Promise<Served> {
  const venues = new Venues(settings, accounts, parts, accountPage);
  const { file, files } = settings.venues as VenuesFile;
  const { logger } = parts;
  let mistake = '';
  const reread = async () => {
    try {
      const next = parseVenues(file, SETTINGS);
      const isChanged = await venues.serve(next);
      mistake = '';
      if (isChanged) {
        logger.info('the venues were read again');
        void venues.warmUp();
      }
      return next.files;
    } catch (error) {
      const { message } = error as Error;
      if (message !== mistake) logger.error(`the venues stay as they were: ${message}`);
      mistake = message;
      return null;
    }
  };
  const watching = watchFiles(files, reread, () => venues.hasFailures);
  try {
    await venues.serve(settings.venues as VenuesFile);
  } catch (error) {
    await watching.stop();
    throw error;
  }
  return Object.assign(venues, {
    isReloaded: () => mistake === '',
    async close() {
      await watching.stop();
      await venues.closeStores();
    },
  });
}
