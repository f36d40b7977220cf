import type { Status } from '../../service/domain/status.ts';
import type { AppOptions, ReportPage } from '../../service/http/app.ts';
import type { Store } from '../../service/store/store.ts';
import { timeOf } from './clock.ts';
import type { Settings } from './settings.ts';

/** Opens the report page, if the settings ask for it. `status` is called when the application exists. */
export async function openReportPage(
  settings: Settings,
  store: Store,
  parts: Pick<AppOptions, 'logger' | 'observer' | 'baseUrl' | 'clock'>,
  status: () => Promise<Status>,
): Promise<ReportPage | null> {
  if (!settings.reportPage) return null;
  const [{ reportPage }, { reportSecret }] = await Promise.all([
    import('../../report-page/report-page.ts'),
    import('../../report-page/last-report.ts'),
  ]);
  const { venueName, publicPage, trustProxy, sharedNetworks, hours, reportCode, reportLocation } = settings;
  const handler = reportPage({
    ...parts,
    store,
    time: timeOf(settings),
    timetable: hours,
    venueName,
    publicPage,
    location: reportLocation,
    trustedProxies: trustProxy,
    sharedNetworks,
    status,
    secret: await reportSecret(store),
    code: reportCode,
  });
  return { handler, needsCode: reportCode !== null };
}
