import { SharedResources } from '../../service/http/api/shared-resources.ts';
import type { Store } from '../../service/store/store.ts';
import { type HoursFile, parseHours } from '../settings/parse-setting.ts';
import type { Settings } from '../settings/settings.ts';
import type { AccountPage } from './account-page.ts';
import { timeOf } from './clock.ts';
import { phonePages } from './phone-pages.ts';
import { type Served, type ServiceContext, serviceApp } from './service-app.ts';
import { watchFiles } from './watch-files.ts';

/** Serves the one venue of the settings. */
export async function serveVenue(
  settings: Settings,
  store: Store,
  context: ServiceContext,
  accountPage: AccountPage | null,
): Promise<Served> {
  const shared = new SharedResources({ ...context, accounts: store, trustedProxies: settings.trustProxy });
  let opened = 0;
  const open = async (hours: Settings['hours']) => {
    const given = { ...settings, hours };
    // Another one each time: what was computed with other hours must not be found.
    const cacheName = `${++opened}`;
    const pages = {
      accountPage: accountPage?.handler ?? null,
      openPhonePages: phonePages(given, store, context),
    };
    const app = await serviceApp(given, store, context, pages, { cacheName, shared });
    return { id: '', app, store, time: timeOf(settings) };
  };
  let venue = await open(settings.hours);
  const { file } = settings.hours as Partial<HoursFile>;
  const files = file === undefined ? [] : [file];
  const reread = async () => {
    venue = await open(parseHours(files[0] as string));
    context.logger.info('the opening hours were read again');
    void venue.app.api.warmUp().catch(() => undefined);
    return files;
  };
  const failure = 'the opening hours stay as they were';
  const watching = watchFiles(files, reread, { logger: context.logger, failure });
  const venues = () => [venue] as const;
  return {
    listener: (request, response) => venue.app.listener(request, response),
    venues,
    stores: venues,
    databases: () => [{ id: '', check: () => venue.app.checkDatabase() }],
    isReloaded: () => (file === undefined ? null : watching.isRead()),
    warmUp: () => venue.app.api.warmUp(),
    listening: () => undefined,
    close: () => watching.stop(),
  };
}
