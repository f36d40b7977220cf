import type { Store } from '../../service/store/store.ts';
import { PROGRAM } from './about.ts';
import { timeOf } from './clock.ts';
import { SETTINGS, type Settings } from './settings.ts';

/** What to do with a database that has no reports, in lines; none if it has some. */
export async function nextSteps(
  store: Pick<Store, 'extent' | 'listKeys'>,
  { database, timeZone, reportPage }: Pick<Settings, 'database' | 'timeZone' | 'reportPage'>,
  url: string,
): Promise<readonly string[]> {
  if ((await store.extent(Number.MAX_SAFE_INTEGER)) !== null) return [];
  const shown = database.engine === 'sqlite' ? `sqlite:${database.file}` : database.shown;
  const address = database.engine === 'sqlite' ? shown : 'postgres://…';
  // A variable is also set for the next command.
  const isKnown = database === SETTINGS.database.default || 'HEADCOUNT_DATABASE' in process.env;
  const flag = isKnown ? '' : ` --database ${address}`;
  const zone = timeOf({ timeZone }).timeZone;
  const isGuess = timeZone === null ? ", this machine's; set the venue's with --time-zone" : '';
  const hasKeys = (await store.listKeys()).length > 0;
  return [
    `The database ${shown} has no reports. The time zone is ${zone}${isGuess}.`,
    reportPage
      ? `  reports  from people at ${url}/report, or ${PROGRAM} import FILE${flag}`
      : `  reports  from people with --report-page, or ${PROGRAM} import FILE${flag}`,
    ...(hasKeys ? [] : [`  key      ${PROGRAM} keys issue${flag} --email you@your.university.edu`]),
    `  docs     ${url}/docs/`,
  ];
}
