import { Command } from 'commander';
import { counted } from '../../service/domain/texts.ts';
import { type Store, TIME_ZONE } from '../../service/store/store.ts';
import { PROGRAM } from '../composition/about.ts';
import { whenDatabaseResponds } from '../composition/database-wait.ts';
import type { Service } from '../composition/service.ts';
import { flagsOf } from '../composition/venue-zone.ts';
import { checkPublicPage, mailOf, unknownVariables } from '../settings/setting-checks.ts';
import { addSettings, SETTING_NAMES, type Settings } from '../settings/settings.ts';
import { action } from './action.ts';
import { onSignal } from './interruption.ts';

/** `headcount serve`: serves an existing or new database and adds nothing to it. */
export function serveCommand(): Command {
  return addSettings(
    new Command('serve').description(
      'Serve the API from a database. The database is created if it does not exist.',
    ),
    SETTING_NAMES,
  ).action(
    action(async (settings: Settings) => {
      // Before a missing database is created.
      mailOf(settings);
      checkPublicPage(settings);
      const unknown = unknownVariables(process.env);
      const { openServiceStore } = await import('../composition/service-app.ts');
      const { startService } = await import('../composition/service.ts');
      const { openLog } = await import('../composition/service-log.ts');
      const { logger, droppedLines, flush } = openLog(settings.logLevel);
      if (unknown.length > 0) logger.warn(`these variables are no settings: ${unknown.join(', ')}`);
      let service: Service | undefined;
      onSignal(() => (service?.close() ?? Promise.resolve()).finally(flush));
      const store = await whenDatabaseResponds(() => openServiceStore(settings, logger), logger);
      service = await startService(settings, store, { logger, droppedLines });
      const isProxied = settings.publicUrl !== null;
      const listens = isProxied ? `, listening on ${service.address}` : '';
      const { venues } = settings;
      const what = venues === null ? `Form ${settings.form}` : counted(venues.venues.length, 'venue');
      console.error(`Serving ${what} at ${service.url}${listens}`);
      if (venues !== null) {
        for (const { id, own } of venues.venues)
          console.error(`  ${own.publicUrl ?? `${service.url}/${id}`}/`);
      } else if (settings.publicPage) console.error(`Visitors need no key at ${service.url}/`);
      if (service.reportUrl !== null) console.error(`People report the line at ${service.reportUrl}`);
      if (service.accountUrl !== null) console.error(`People get keys at ${service.accountUrl}`);
      if (service.metricsUrl !== null) console.error(`Serving metrics at ${service.metricsUrl}`);
      // Only advice: a database that has just gone away must not end the service.
      const steps = venues === null ? await nextSteps(store, settings, service.url).catch(() => []) : [];
      if (steps.length > 0) console.error(steps.join('\n'));
    }),
  );
}

/** Returns what a database without reports needs, in lines; none if it has some. */
async function nextSteps(
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
    `The database ${shown} has no reports. The time zone is ${await store.metadata(TIME_ZONE)}.${otherwise}`,
    reportPage
      ? `  reports  from people at ${url}/report, or ${PROGRAM} import FILE${flag}`
      : `  reports  from people with --report-page, or ${PROGRAM} import FILE${flag}`,
    ...(hasKeys ? [] : [`  key      ${PROGRAM} keys issue${flag} --email you@your.university.edu`]),
    `  docs     ${url}/docs/`,
  ];
}
