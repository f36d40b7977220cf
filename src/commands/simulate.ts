import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { Micros } from '../domain/micros.ts';
import type { Timetable } from '../domain/timetable.ts';
import { ndjsonLine } from '../import/write-ndjson.ts';
import { simulateSpan } from '../simulation/simulate.ts';
import { CAMPUS_CAFE, DEMO_TIMETABLE } from '../simulation/venue.ts';
import { type DatabaseAddress, openStore } from '../store/open-store.ts';
import type { NewReport } from '../store/store.ts';
import { action } from './failure.ts';
import { clockOf, timeOf } from './service.ts';
import { addSettings, parseWhole } from './settings.ts';
import { asNewReports } from './simulated-reports.ts';

interface SimulateSettings {
  readonly database: DatabaseAddress;
  readonly timeZone: string | null;
  readonly hours: Timetable;
  readonly asOf: Micros | null;
  readonly weeks: number;
  readonly seed: string;
  readonly owner: string | undefined;
  readonly out: string | undefined;
}

/** `headcount simulate`: a believable line of some weeks, ending now, into a database or a file. */
export function simulateCommand(): Command {
  return addSettings(
    new Command('simulate')
      .description('Add the reports of a simulated line that ends now; the same seed gives the same line.')
      .option('--weeks <number>', 'how many weeks', (text) => parseWhole(text, 1, 1000), 8)
      .option('--seed <text>', 'what the line is derived from', 'demo')
      .option('--owner <email>', 'an account that likes some of the photos', parseEmail)
      .option('--out <file>', 'write NDJSON to a file (-: standard output) instead of a database'),
    ['database', 'timeZone', 'hours', 'asOf'],
    { hours: { standard: DEMO_TIMETABLE, shown: "the simulated line's" } },
  ).action(
    action(async (settings: SimulateSettings) => {
      const time = timeOf(settings);
      const now = clockOf(settings.asOf)();
      const first = time.date(now).subtract({ weeks: settings.weeks });
      const days = {
        ...settings,
        venue: CAMPUS_CAFE,
        timetable: settings.hours,
        time,
        owner: settings.owner ?? null,
      };
      // A day at a time: years of a simulated line need no more memory than a day.
      function* reports(): Generator<readonly NewReport[]> {
        let before = 0;
        for (let date = first; time.startOfDay(date) <= now; date = date.add({ days: 1 })) {
          const { start, end } = time.day(date);
          const span = { start, end: Math.min(end, now + 1) };
          const reports = asNewReports(simulateSpan({ ...days, span }), before);
          before += reports.length;
          yield reports;
        }
      }
      await (settings.out === undefined ? add(settings.database, reports()) : write(settings.out, reports()));
    }),
  );
}

async function add(database: DatabaseAddress, reports: Iterable<readonly NewReport[]>): Promise<void> {
  const store = await openStore(database, { create: true });
  try {
    const { added, known } = await store.addReports(reports);
    console.log(`${added} simulated reports added, ${known} there already.`);
  } finally {
    await store.close();
  }
}

async function write(file: string, reports: Iterable<readonly NewReport[]>): Promise<void> {
  function* lines(): Generator<string> {
    for (const batch of reports) yield batch.map((report) => `${ndjsonLine(report)}\n`).join('');
  }
  if (file === '-') await pipeline(Readable.from(lines()), process.stdout, { end: false });
  else await pipeline(Readable.from(lines()), createWriteStream(file));
}

function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}
