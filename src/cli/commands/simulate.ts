import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { counted } from '../../service/domain/texts.ts';
import { ndjsonLine } from '../../service/import/ndjson.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { NewReport } from '../../service/store/store.ts';
import { clockOf, timeOf } from '../composition/clock.ts';
import { inVenueZone } from '../composition/venue-zone.ts';
import { whole } from '../settings/parse-setting.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { simulateReports } from '../simulation/simulate.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { action, printResult } from './action.ts';
import { addVenue } from './venue-option.ts';

interface SimulateSettings extends Pick<Settings, 'database' | 'timeZone' | 'hours' | 'asOf' | 'venues'> {
  readonly venue: string | null;
  readonly weeks: number;
  readonly seed: string;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** `headcount simulate`: writes weeks of simulated reports, up to now, to a database or a file. */
export function simulateCommand(): Command {
  const command = addSettings(
    new Command('simulate')
      .description('Add simulated reports up to the current time. The same seed gives the same reports.')
      .option('--weeks <number>', 'number of weeks to simulate', whole(1, 1000), 8)
      .option('--seed <text>', 'seed of the random numbers', 'demo')
      .addOption(
        new Option('--out <file>', 'write NDJSON to this file, or to standard output if it is -').default(
          undefined,
          'the database',
        ),
      )
      .addOption(new Option('--json', 'print the result as JSON').default(false).conflicts('out')),
    ['database', 'timeZone', 'hours', 'asOf'],
    { hours: { default: CAFE_TIMETABLE, shown: "the simulated venue's" } },
  );
  return addVenue(command, 'required').action(
    action(async (settings: SimulateSettings) => {
      await (settings.out === undefined ? add(settings) : write(settings.out, dailyReports(settings)));
    }),
  );
}

/** Yields a day at a time, so that memory doesn't grow with the number of weeks. */
function* dailyReports(settings: SimulateSettings): Generator<readonly NewReport[]> {
  const { seed, hours: timetable } = settings;
  const time = timeOf(settings);
  const now = clockOf(settings.asOf)();
  let before = 0;
  let date = time.date(now).subtract({ weeks: settings.weeks });
  for (; time.startOfDay(date) <= now; date = date.add({ days: 1 })) {
    const { start, end } = time.day(date);
    const span = { start, end: Math.min(end, now + 1) };
    const reports = simulateReports({ seed, timetable, owner: null, time, span }, before);
    before += reports.length;
    yield reports;
  }
}

async function add(settings: SimulateSettings): Promise<void> {
  const store = await openStore(settings.database, { create: true });
  try {
    const { added, known } = await store.addReports(dailyReports(await inVenueZone(settings, store)));
    printResult(
      settings.json,
      { added, known },
      `${counted(added, 'simulated report')} added, ${known} already there.`,
    );
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
