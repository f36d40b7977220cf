import type { Store } from '../../service/store/store.ts';
import type { Settings } from '../settings/settings.ts';
import { parseVenues, type VenuesFile } from '../settings/venues-file.ts';
import type { AccountPage } from './account-page.ts';
import type { Served, ServiceContext } from './service-app.ts';
import { Venues } from './venues.ts';
import { watchFiles } from './watch-files.ts';

/** Serves the venues of the settings, which are several. */
export async function serveVenues(
  settings: Settings,
  accounts: Store,
  context: ServiceContext,
  accountPage: AccountPage | null,
): Promise<Served> {
  const venues = new Venues(settings, accounts, context, accountPage);
  const { file, files } = settings.venues as VenuesFile;
  const reread = async () => {
    const next = parseVenues(file);
    if (await venues.serve(next)) {
      context.logger.info('the venues were read again');
      void venues.warmUp();
    }
    return next.files;
  };
  const watching = watchFiles(files, reread, {
    logger: context.logger,
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
