import type { Api } from '../../service/http/api/api.ts';
import type { AppOptions } from '../../service/http/app-options.ts';
import type { Store } from '../../service/store/store.ts';
import { staffPage } from '../../staff/staff-page.ts';
import { timeOf } from './clock.ts';
import type { Settings } from './settings.ts';

/** Opens the pages for phones of an application, whose API can be used when it exists. */
export type PhonePages = (
  parts: Pick<AppOptions, 'logger' | 'observer' | 'baseUrl' | 'clock'>,
  api: () => Api,
) => Promise<Pick<AppOptions, 'reportPage' | 'staffPage'>>;

/** The page for the staff and, if the settings ask for it, the report page. */
export function phonePages(settings: Settings, store: Store): PhonePages {
  const { venueName, publicPage, trustProxy, sharedNetworks, hours, reportCode, reportLocation } = settings;
  return async (parts, api) => {
    const status = () => api().status();
    const options = {
      ...parts,
      store,
      time: timeOf(settings),
      venueName,
      trustedProxies: trustProxy,
      status,
    };
    const pages = { staffPage: staffPage({ ...options, file: hours }), reportPage: null };
    if (!settings.reportPage) return pages;
    const [{ reportPage }, { reportSecret }] = await Promise.all([
      import('../../report-page/report-page.ts'),
      import('../../report-page/last-report.ts'),
    ]);
    const handler = reportPage({
      ...options,
      timetable: () => api().timetable(),
      publicPage,
      location: reportLocation,
      sharedNetworks,
      secret: await reportSecret(store),
      code: reportCode,
    });
    return { ...pages, reportPage: { handler, needsCode: reportCode !== null } };
  };
}
