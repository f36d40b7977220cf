import { dirname } from 'node:path';
import { Command } from 'commander';
import type { MailLog } from '../../accounts/mail/outbox.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { isLoopback, printable } from '../../service/domain/texts.ts';
import { makeFolder } from '../../service/store/make-folder.ts';
import { type DatabaseAddress, openExisting } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import { PROGRAM } from '../composition/about.ts';
import { clockOf, timeOf } from '../composition/clock.ts';
import { buildDocumentation } from '../composition/documentation.ts';
import type { VenueData } from '../composition/service-app.ts';
import { checkPublicPage, mailOf } from '../settings/setting-checks.ts';
import { addSettings, SETTING_NAMES, type Settings } from '../settings/settings.ts';
import { OPEN_ALL_YEAR } from '../simulation/venue.ts';
import { action } from './action.ts';
import { DemoLine, demoKey, demoStaffPage } from './demo-line.ts';
import { demoPlace, presentAt } from './demo-venue.ts';
import { onSignal } from './interruption.ts';

/** The name of the demo's venue. */
const DEMO_NAME = 'Demo Café';

/** `headcount demo`, or `npm start`: serves simulated reports that keep coming, and prints a key. */
export function demoCommand(): Command {
  return addSettings(
    new Command('demo').description('Try the API: serve simulated reports, and print a key.'),
    SETTING_NAMES.filter((name) => name !== 'venues'),
    {
      database: {
        default: { engine: 'sqlite', file: '.headcount/demo.sqlite' },
        shown: 'sqlite:.headcount/demo.sqlite',
      },
      venueName: { default: null, shown: DEMO_NAME },
      timeZone: {
        default: null,
        shown: "where it is a busy hour when the demo creates its database; this machine's with --as-of",
      },
      reportPage: { default: true },
      hours: { default: OPEN_ALL_YEAR, shown: "the simulated venue's, without holidays" },
      logLevel: { default: 'warn' },
      smtp: { default: null, shown: 'log, while only this machine can reach the demo' },
    },
  ).action(action((given: Settings) => runDemo({ ...given, smtp: demoSmtp(given), venues: null })));
}

/** The mail server of the demo, which needs none while nobody else can reach it. */
export function demoSmtp({
  smtp,
  host,
  publicUrl,
}: Pick<Settings, 'smtp' | 'host' | 'publicUrl'>): Settings['smtp'] {
  return smtp ?? (isLoopback(host) && publicUrl === null ? 'log' : null);
}

async function runDemo(settings: Settings): Promise<void> {
  // Before a missing database is created.
  mailOf(settings);
  checkPublicPage(settings);
  const { openServiceStore } = await import('../composition/service-app.ts');
  const { startService } = await import('../composition/service.ts');
  const { openLog } = await import('../composition/service-log.ts');
  const existing = await openExisting(settings.database);
  await existing?.close();
  const isNew = existing === null;
  const { logger, droppedLines, flush } = openLog(settings.logLevel);
  const store = await openServiceStore(settings, logger);
  const clock = clockOf(settings.asOf);
  const demo = await filled(store, settings, { isNew, clock }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const documentation = buildDocumentation((message) => console.error(message));
  const service = await startService(demo?.venue ?? settings, store, {
    logger,
    droppedLines,
    clock,
    documentation,
    mailLog: demoMail,
  }).catch((error: unknown) => {
    documentation.stop();
    throw error;
  });
  demo?.line.start((error) =>
    console.error('Simulated reports could not be added; the demo will try again:', error),
  );
  onSignal(async () => {
    demo?.line.stop();
    documentation.stop();
    await service.close().finally(flush);
  });
  // Otherwise the first view changes while the model learns.
  if (isNew) await service.warmedUp;
  const { app, time } = service.venues()[0] as VenueData;
  const present = presentAt(await app.api.status(), time, clock());
  const canBeginAnew = !isNew && !present.isBusy && settings.timeZone === null && settings.asOf === null;
  const lines = [
    ...pages(settings, service.url, demo),
    '',
    ...(demo === null
      ? foreignData(settings.database)
      : [
          `  The demo's venue is ${present.text}.`,
          ...(canBeginAnew ? [`  For a busy hour, start over ${anew(settings.database)}.`] : []),
          '',
          ...ownData(settings.database, service.url, demo),
        ]),
    '  stop  Ctrl-C',
    '',
  ];
  if (demo !== null) lines.push(`  staff  ${service.url}${demo.staffPage}`, '');
  if (service.metricsUrl !== null) lines.push(`  metrics  ${service.metricsUrl}`, '');
  console.log(lines.join('\n'));
}

/** The content that the demo has put into its database. */
interface Demo {
  /** The settings, with the zone and the name of the venue. */
  readonly venue: Settings;
  readonly line: DemoLine;
  /** How many reports this start has added. */
  readonly added: number;
  readonly key: string;
  /** The file that holds the key. */
  readonly file: string;
  readonly staffPage: string;
}

/** Adds reports, a key and a link of the staff; null if the demo did not create the database. */
async function filled(
  store: Store,
  settings: Settings,
  { isNew, clock }: { readonly isNew: boolean; readonly clock: () => Micros },
): Promise<Demo | null> {
  const place = await demoPlace(store, settings, { isNew, now: clock() });
  if (place === null) return null;
  const { database, hours: timetable, venueName } = settings;
  const venue = { ...settings, timeZone: place.timeZone, venueName: venueName ?? DEMO_NAME };
  const line = new DemoLine(store, { seed: place.seed, time: timeOf(venue), timetable }, clock);
  const added = await line.catchUp();
  const file = database.engine === 'sqlite' ? `${database.file}.key` : '.headcount/demo-postgres.key';
  await makeFolder(dirname(file));
  const key = await demoKey(store, file, clock());
  return { venue, line, added, key, file, staffPage: await demoStaffPage(store, key, clock()) };
}

function pages({ form, reportPage, smtp }: Settings, url: string, demo: Demo | null): readonly string[] {
  const mail = smtp === 'log' ? '; mails are printed here' : '';
  return [
    '',
    `  Queue Headcount, Form ${form}, at ${url}`,
    '',
    // The browser doesn't send what follows #, so the key gets into no log.
    `  open  ${url}/${demo === null ? '' : `#key=${demo.key}`}`,
    '        the explorer, a web page that shows the line',
    ...(reportPage ? [`        ${url}/report       the page on which people report`] : []),
    `        ${url}/docs/         the documentation`,
    `        ${url}/openapi.yaml  the contract`,
    ...(smtp === null ? [] : [`        ${url}/account       the account page, where people get keys${mail}`]),
  ];
}

function ownData(database: DatabaseAddress, url: string, { key, file, added }: Demo): readonly string[] {
  return [
    `  try   curl -H "Authorization: Token ${key}" ${url}/api/v1/status`,
    '',
    `  key   also in ${file}`,
    `  data  ${shownData(database)}: simulated reports, ${added} added just now; more follow as time passes`,
  ];
}

function foreignData(database: DatabaseAddress): readonly string[] {
  const flag = database.engine === 'sqlite' ? `sqlite:${database.file}` : 'postgres://…';
  return [
    `  data  ${shownData(database)}: not created by the demo, so the demo adds no reports to it`,
    `  key   ${PROGRAM} keys issue --database ${flag} --email you@your.university.edu`,
  ];
}

function shownData(database: DatabaseAddress): string {
  return database.engine === 'sqlite' ? database.file : database.shown;
}

function anew(database: DatabaseAddress): string {
  if (database.engine !== 'sqlite') return 'on an empty database';
  const { file } = database;
  return `after Ctrl-C and rm ${file} ${file}-* ${file}.key`;
}

/** Prints the mails of the demo, with links that a terminal opens. */
export const demoMail: MailLog = {
  info(details, message) {
    const { to, text } = details as { readonly to: string; readonly text: readonly string[] };
    console.log(
      printable(['', `  ${message}, to ${to}`, ...text.map((line) => `    ${line}`), ''].join('\n')),
    );
  },
  warn(_, message) {
    console.log(printable(`  ${message}`));
  },
};
