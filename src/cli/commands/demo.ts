import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { MailLog } from '../../accounts/mail/outbox.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { printable } from '../../service/domain/texts.ts';
import { makeFolder } from '../../service/store/make-folder.ts';
import { type DatabaseAddress, openExisting } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import { clockOf, timeOf } from '../composition/clock.ts';
import { buildDocumentation } from '../composition/documentation.ts';
import type { VenueData } from '../composition/service-app.ts';
import { OPEN_ALL_YEAR } from '../simulation/venue.ts';
import { PROGRAM } from './about.ts';
import { demoKey, demoStaffPage } from './demo-key.ts';
import { DemoLine } from './demo-line.ts';
import { demoPlace, presentAt } from './demo-venue.ts';
import { action } from './failure.ts';
import { onSignal } from './interruption.ts';
import { checkPublicPage, demoSmtp, mailOf } from './setting-checks.ts';
import { addSettings, SETTING_NAMES, type Settings } from './settings.ts';

/** The name of the demo's venue. */
const DEMO_NAME = 'Demo Café';
/** How often to check, every 100 ms, whether another demo marks an empty database as its own. */
const MOST_CHECKS = 50;

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
      reportPage: { default: true, shown: 'true' },
      hours: { default: OPEN_ALL_YEAR, shown: "the simulated venue's, without holidays" },
      logLevel: { default: 'warn', shown: 'warn' },
      smtp: { default: null, shown: 'log, while only this machine can reach the demo' },
    },
  ).action(action(runDemo));
}

async function runDemo(given: Settings): Promise<void> {
  const settings: Settings = { ...given, smtp: demoSmtp(given), venues: null };
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
  const isDemo = isNew || (await belongsToDemo(store, clock()));
  const closing = async (error: unknown) => {
    await store.close();
    throw error;
  };
  const place = isDemo ? await demoPlace(store, settings, { isNew, now: clock() }).catch(closing) : null;
  const { timeZone } = place ?? settings;
  const venue = { ...settings, timeZone, venueName: settings.venueName ?? (isDemo ? DEMO_NAME : null) };
  const line =
    place === null
      ? null
      : new DemoLine(store, { seed: place.seed, time: timeOf(venue), timetable: settings.hours }, clock);
  if (isNew) await line?.mark();
  const added = (await line?.catchUp()) ?? 0;
  const file = await keyFile(settings.database);
  const key = line === null ? null : await demoKey(store, file, clock());
  const staffPage = key === null ? null : await demoStaffPage(store, key, clock());
  const documentation = buildDocumentation((message) => console.error(message));
  const service = await startService(venue, store, {
    logger,
    droppedLines,
    clock,
    documentation,
    mailLog: demoMail,
  }).catch((error: unknown) => {
    documentation.stop();
    throw error;
  });
  line?.start((error) =>
    console.error('Simulated reports could not be added; the demo will try again:', error),
  );
  onSignal(async () => {
    line?.stop();
    documentation.stop();
    await service.close().finally(flush);
  });
  // Otherwise the first view changes while the model learns.
  if (isNew) await service.warmedUp;
  const { app, time } = service.venues()[0] as VenueData;
  const present = presentAt(await app.api.status(), time, clock());
  const canBeginAnew = !isNew && !present.isBusy && settings.timeZone === null && settings.asOf === null;
  console.log(
    greeting({ settings, url: service.url, key, file, added, present: present.text, canBeginAnew }),
  );
  if (staffPage !== null) console.log(`  staff  ${service.url}${staffPage}\n`);
  if (service.metricsUrl !== null) console.log(`  metrics  ${service.metricsUrl}\n`);
}

/** Returns whether a demo created the database. An empty one may belong to a demo that is starting and hasn't marked it yet. */
async function belongsToDemo(store: Store, now: Micros): Promise<boolean> {
  for (let checks = 0; !(await DemoLine.isIn(store)); checks += 1) {
    if (checks === MOST_CHECKS || (await store.extent(now)) !== null) return DemoLine.isIn(store);
    await setTimeout(100);
  }
  return true;
}

/** The file of the demo's key: beside an SQLite database, or in `.headcount` for PostgreSQL. */
async function keyFile(address: DatabaseAddress): Promise<string> {
  const file = address.engine === 'sqlite' ? `${address.file}.key` : '.headcount/demo-postgres.key';
  await makeFolder(dirname(file));
  return file;
}

interface Greeting {
  readonly settings: Settings;
  readonly url: string;
  /** Null when the database is not a demo's. */
  readonly key: string | null;
  /** The file that holds the key. */
  readonly file: string;
  /** How many reports this start has added. */
  readonly added: number;
  /** Where the venue is, and what time it is there. */
  readonly present: string;
  /** Whether a new database would have a busier venue. */
  readonly canBeginAnew: boolean;
}

function greeting({ settings, url, key, file, added, present, canBeginAnew }: Greeting): string {
  const { database } = settings;
  const [data, flag] =
    database.engine === 'sqlite'
      ? [database.file, `sqlite:${database.file}`]
      : [database.shown, 'postgres://…'];
  const lines = [
    '',
    `  Queue Headcount, Form ${settings.form}, at ${url}`,
    '',
    // The browser doesn't send what follows #, so the key gets into no log.
    `  open  ${url}/${key === null ? '' : `#key=${key}`}`,
    '        the explorer, a web page that shows the line',
    ...(settings.reportPage ? [`        ${url}/report       the page on which people report`] : []),
    `        ${url}/docs/         the documentation`,
    `        ${url}/openapi.yaml  the contract`,
  ];
  if (settings.smtp !== null) {
    const mail = settings.smtp === 'log' ? '; mails are printed here' : '';
    lines.push(`        ${url}/account       the account page, where people get keys${mail}`);
  }
  if (key === null) {
    lines.push(
      '',
      `  data  ${data}: not created by the demo, so the demo adds no reports to it`,
      `  key   ${PROGRAM} keys issue --database ${flag} --email you@your.university.edu`,
    );
  } else {
    lines.push('', `  The demo's venue is ${present}.`);
    if (canBeginAnew) lines.push(`  For a busy hour, start over ${anew(database)}.`);
    lines.push(
      '',
      `  try   curl -H "Authorization: Token ${key}" ${url}/api/v1/status`,
      '',
      `  key   also in ${file}`,
      `  data  ${data}: simulated reports, ${added} added just now; more follow as time passes`,
    );
  }
  lines.push('  stop  Ctrl-C', '');
  return lines.join('\n');
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
