import type { Store } from '../../service/store/store.ts';
import { PROGRAM } from './about.ts';
import type { Settings } from './settings.ts';
import { flagsOf, storedZone } from './venue-zone.ts';

/** What to do with a database that has no reports, in lines; none if it has some. */
export async function nextSteps(
  store: Pick<Store, 'extent' | 'listKeys' | 'metadata'>,
  { database, timeZone, reportPage }: Pick<Settings, 'database' | 'timeZone' | 'reportPage'>,
  url: string,
): Promise<readonly string[]> {
  if ((await store.extent(Number.MAX_SAFE_INTEGER)) !== null) return [];
  const shown = database.engine === 'sqlite' ? `sqlite:${database.file}` : database.shown;
  const flag = flagsOf({ database });
  const change = `${PROGRAM} migrate${flag} --time-zone NAME`;
  const otherwise =
    timeZone === null ? ` If the venue is in another, stop the service and run ${change}.` : '';
  const hasKeys = (await store.listKeys()).length > 0;
  return [
    `The database ${shown} has no reports. The time zone is ${await storedZone(store)}.${otherwise}`,
    reportPage
      ? `  reports  from people at ${url}/report, or ${PROGRAM} import FILE${flag}`
      : `  reports  from people with --report-page, or ${PROGRAM} import FILE${flag}`,
    ...(hasKeys ? [] : [`  key      ${PROGRAM} keys issue${flag} --email you@your.university.edu`]),
    `  docs     ${url}/docs/`,
  ];
}
