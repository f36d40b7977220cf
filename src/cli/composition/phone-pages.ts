import type { AppOptions } from '../../service/http/app-options.ts';
import type { Store } from '../../service/store/store.ts';
import { staffPage } from '../../staff/staff-page.ts';
import type { Settings } from '../settings/settings.ts';
import { timeOf } from './clock.ts';

/** Opens the page for the staff and, if the settings ask for it, the report page. */
export function phonePages(
  settings: Settings,
  store: Store,
  context: Pick<AppOptions, 'logger' | 'observer' | 'baseUrl' | 'clock' | 'venue'>,
): NonNullable<AppOptions['openPhonePages']> {
  const { venueName, publicPage, trustProxy, sharedNetworks, hours, reportCode, reportLocation } = settings;
  return async (api) => {
    const options = {
      ...context,
      store,
      time: timeOf(settings),
      venueName,
      trustedProxies: trustProxy,
      status: () => api.status(),
    };
    const staff = staffPage({ ...options, file: hours });
    if (!settings.reportPage) return { staffPage: staff, reportPage: null };
    const [{ reportPage }, { reportSecret }] = await Promise.all([
      import('../../report-page/report-page.ts'),
      import('../../report-page/last-report.ts'),
    ]);
    const handler = reportPage({
      ...options,
      timetable: () => api.timetable(),
      publicPage,
      location: reportLocation,
      sharedNetworks,
      secret: await reportSecret(store),
      code: reportCode,
    });
    return { staffPage: staff, reportPage: { handler, needsCode: reportCode !== null } };
  };
}
