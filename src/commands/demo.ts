import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Micros } from '../domain/micros.ts';
import { DEMO_TIMETABLE } from '../simulation/venue.ts';
import { StoreError } from '../store/errors.ts';
import { type DatabaseAddress, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { demoKey } from './demo-key.ts';
import { DemoLine } from './demo-line.ts';
import { buildDocumentation } from './documentation.ts';
import { action } from './failure.ts';
import { clockOf, onSignal, startService, timeOf } from './service.ts';
import { addSettings, SERVICE_SETTINGS, type ServiceSettings } from './settings.ts';

/** Tenths of a second within which a start marks the database it made. */
const MOST_WAITS = 50;

/** `headcount demo`, which is `npm start`: serves a simulated line that goes on living, with a key to try it. */
export function demoCommand(): Command {
  return addSettings(
    new Command('demo').description('Serve a simulated line, and print a key to try it with.'),
    SERVICE_SETTINGS,
    {
      database: {
        standard: { engine: 'sqlite', file: '.headcount/demo.sqlite' },
        shown: 'sqlite:.headcount/demo.sqlite',
      },
      hours: { standard: DEMO_TIMETABLE, shown: "the simulated line's" },
      logLevel: { standard: 'warn', shown: 'warn' },
    },
  ).action(action(runDemo));
}

async function runDemo(settings: ServiceSettings): Promise<void> {
  const isNew = await isMissing(settings.database);
  const store = await openStore(settings.database, { create: true });
  const clock = clockOf(settings.asOf);
  const isDemo = isNew || (await isDemos(store, clock()));
  const line = isDemo ? new DemoLine(store, timeOf(settings), settings.hours, clock) : null;
  if (isNew) await line?.claim();
  const added = (await line?.catchUp()) ?? 0;
  const file = await keyFile(settings.database);
  const key = line === null ? null : await demoKey(store, file, clock());
  const documentation = buildDocumentation((message) => console.error(message));
  const service = await startService(settings, store, clock, undefined, documentation).catch(
    async (error: unknown) => {
      documentation.stop();
      await store.close();
      throw error;
    },
  );
  line?.live((error) => console.error('The simulated line missed a report, and will catch up:', error));
  onSignal(async () => {
    line?.stop();
    documentation.stop();
    await service.close();
  });
  console.log(greeting({ settings, url: service.url, key, file, added }));
}

/** Whether a demo made the database. An empty one may be another start's, which has made it but not yet marked it. */
async function isDemos(store: Store, now: Micros): Promise<boolean> {
  for (let waits = 0; !(await DemoLine.livesIn(store)); waits += 1) {
    if (waits === MOST_WAITS || (await store.extent(now)) !== null) return DemoLine.livesIn(store);
    await setTimeout(100);
  }
  return true;
}

async function isMissing(address: DatabaseAddress): Promise<boolean> {
  try {
    await (await openStore(address, { create: false })).close();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'missing') return true;
    throw error;
  }
}

/** Where the demo's key lies: beside the file of the data, or in the folder where that would be. */
async function keyFile(address: DatabaseAddress): Promise<string> {
  const file = address.engine === 'sqlite' ? `${address.file}.key` : '.headcount/demo-postgres.key';
  await mkdir(dirname(file), { recursive: true });
  return file;
}

function greeting(about: {
  readonly settings: ServiceSettings;
  readonly url: string;
  readonly key: string | null;
  /** Where the key lies. */
  readonly file: string;
  readonly added: number;
}): string {
  const { settings, url, key, file, added } = about;
  const { database } = settings;
  const [data, flag] =
    database.engine === 'sqlite'
      ? [database.file, `sqlite:${database.file}`]
      : [database.shown, 'postgres://…'];
  const lines = [
    '',
    `  Queue Headcount, Form ${settings.form}, at ${url}`,
    '',
    // What follows # stays in the browser: the key reaches no log.
    `  open  ${url}/${key === null ? '' : `#key=${key}`}`,
    '        the explorer, a page to look at the line with',
    `        ${url}/docs/         the documentation`,
    `        ${url}/openapi.yaml  the contract`,
  ];
  if (key === null) {
    lines.push(
      '',
      `  data  ${data}: not made by the demo, so it is served as it is and nothing was added`,
      `  key   npx headcount keys issue --database ${flag} --email you@your.university.edu`,
    );
  } else {
    lines.push(
      '',
      `  try   curl -H "Authorization: Token ${key}" ${url}/api/v1/status`,
      '',
      `  key   also in ${file}`,
      `  data  ${data}: a simulated line, ${added} reports added just now, more as time goes by`,
    );
  }
  lines.push('  stop  Ctrl-C', '');
  return lines.join('\n');
}
