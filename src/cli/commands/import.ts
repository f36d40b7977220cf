import { access, constants, stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { counted } from '../../service/domain/texts.ts';
import { type CountColumns, countsReader } from '../../service/import/counts.ts';
import type { BadLineError } from '../../service/import/errors.ts';
import { readReports } from '../../service/import/read-file.ts';
import { ConflictError } from '../../service/store/errors.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { ImportResult, ReportBatches } from '../../service/store/store.ts';
import { clockOf, timeOf } from '../composition/clock.ts';
import { zoneIn } from '../composition/venue-zone.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { action, printResult } from './action.ts';
import { BadLines } from './bad-lines.ts';
import { exitOnSignal } from './interruption.ts';
import { Tally } from './tally.ts';
import { addVenue } from './venue-option.ts';

interface ImportSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly skipBad?: string | true;
  readonly dryRun: boolean;
  readonly counts: boolean;
  readonly timeColumn?: string;
  readonly countColumn?: string;
  readonly fold?: 'earlier' | 'later';
  readonly json: boolean;
}

/** `headcount import`: adds the reports of a file, all or none; reports that the database has are not added again. */
export function importCommand(): Command {
  const command = new Command('import')
    .description(
      'Add the reports of a file: NDJSON, CSV as either form exports it, or CSV with numbers of people. The file may be gzipped.',
    )
    .argument('<file>', 'the file, or - for standard input')
    .option('--skip-bad [file]', 'skip bad lines and write them to a file (default: FILE.bad)')
    .option('--dry-run', 'print what the file has, and add nothing', false)
    .option('--json', 'print the result as JSON', false);
  const counts = [
    new Option('--counts', 'read CSV with times and numbers of people in line').default(false),
    new Option('--time-column <name>', 'column with the times'),
    new Option('--count-column <name>', 'column with the numbers'),
    new Option('--fold <which>', 'time that is meant where the clock shows one twice: earlier or later')
      .choices(['earlier', 'later'])
      .default(undefined, 'an error'),
  ];
  for (const option of counts) command.addOption(option.helpGroup('Counts:'));
  return addVenue(addSettings(command, ['database', 'timeZone']), 'required').action(action(runImport));
}

async function runImport(file: string, settings: ImportSettings): Promise<void> {
  const start = performance.now();
  const { skipBad, dryRun, json, database } = settings;
  const venueZone = settings.counts ? await zoneIn(database) : null;
  const time = timeOf({ timeZone: settings.timeZone ?? venueZone });
  const columns = countColumns(settings, time);
  const zone = columns === null ? '' : `\n${zoneText(settings, time, venueZone)}`;
  const bad = skipBad === undefined ? null : new BadLines(badFile(file, skipBad), !dryRun);
  const mayEnd = exitOnSignal('nothing was added');
  const tally = new Tally(clockOf(null)());
  // Checked first, so that a mistyped name doesn't leave a new database behind.
  if (file !== '-') await checkReadable(file);
  const reports = tally.of(
    readReports(file, {
      ...(columns === null ? {} : { csv: countsReader(columns) }),
      ...(bad === null ? {} : { onBadLine: (error: BadLineError) => bad.add(error) }),
    }),
  );
  try {
    const whole = endedBy(reports, mayEnd);
    const result = dryRun ? await drained(whole) : await added(file, database, whole);
    const seconds = (performance.now() - start) / 1000;
    const skipped = bad === null || bad.count === 0 ? null : { lines: bad.count, file: bad.file };
    if (result === null) {
      const text = `${tally.text(time)}${zone}\nNothing was added, because of --dry-run.`;
      printResult(json, { ...tally.result(time), seconds, skipped }, text);
    } else {
      const counts = { ...countsOf(result), inFuture: tally.inFuture };
      printResult(json, { ...counts, seconds, skipped }, `${summary(result, seconds)}${zone}`);
    }
  } finally {
    bad?.close();
  }
  if (bad !== null && bad.count > 0) {
    const lines = counted(bad.count, 'bad line was', 'bad lines were');
    console.error(
      dryRun ? `${lines} skipped, the first ${bad.first}` : `${lines} skipped and written to ${bad.file}.`,
    );
  }
  if (tally.inFuture > 0) {
    const reports = counted(tally.inFuture, 'report is', 'reports are');
    console.error(
      `${reports} in the future, later than now. The service shows a report when its time has come.`,
    );
  }
}

/** The columns that `--counts` reads; null without it. */
function countColumns(settings: ImportSettings, { timeZone }: LocalTime): CountColumns | null {
  const { counts, timeColumn, countColumn, fold = null } = settings;
  if (counts && timeColumn !== undefined && countColumn !== undefined) {
    return { timeColumn, countColumn, timeZone, fold };
  }
  if (counts) {
    throw new OperatorError('--counts: name two columns of the file with --time-column and --count-column');
  }
  if (timeColumn !== undefined || countColumn !== undefined || fold !== null) {
    throw new OperatorError('--time-column, --count-column and --fold are for --counts, which is missing');
  }
  return null;
}

/** In which zone the times of the file are read. It may be another than the venue's, as of a sensor that writes UTC. */
function zoneText(settings: ImportSettings, { timeZone }: LocalTime, venueZone: string | null): string {
  const text = `Times without an offset are read in ${timeZone}`;
  if (venueZone === null && settings.timeZone === null) {
    return `${text}, this machine's time zone; --time-zone sets another.`;
  }
  return venueZone === null || venueZone === timeZone ? `${text}.` : `${text}; the venue is in ${venueZone}.`;
}

/** Calls `ended` after the last batch: a signal then ends the process at once, since SQLite merges the reports without a pause. */
async function* endedBy<Batch>(batches: AsyncIterable<Batch>, ended: () => void): AsyncGenerator<Batch> {
  yield* batches;
  ended();
}

/** Reads everything. */
async function drained(reports: AsyncIterable<unknown>): Promise<null> {
  for await (const _ of reports);
  return null;
}

async function added(
  file: string,
  database: Settings['database'],
  reports: ReportBatches,
): Promise<ImportResult> {
  const store = await openStore(database, { create: true });
  try {
    return await store.addReports(reports);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new OperatorError(`${file === '-' ? 'standard input' : file}, ${error.message}`, { cause: error });
  } finally {
    await store.close();
  }
}

async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new OperatorError(`${file} does not exist or cannot be read`, { cause });
  });
  if ((await stat(file)).isDirectory()) throw new OperatorError(`${file} is a folder, not a file`);
}

function badFile(file: string, named: string | true): string {
  if (named !== true) return named;
  return file === '-' ? 'import.bad' : `${file}.bad`;
}

function countsOf({ read, added, known, completed }: ImportResult): object {
  return { read, added, known, completed };
}

function summary(result: ImportResult, seconds: number): string {
  const { read, added, known, completed } = result;
  const parts = [`${added} added`, `${known} already there`];
  if (completed > 0) parts.push(`${completed} completed`);
  return `${counted(read, 'report')} read in ${seconds.toFixed(1)} s: ${parts.join(', ')}.`;
}
