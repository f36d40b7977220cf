import { readdir, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { timeOf } from '../composition/clock.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { whole } from '../settings/parse-setting.ts';
import { addSettings, MACHINE_ZONE, type Settings } from '../settings/settings.ts';
import { action, printResult } from './action.ts';
import { backupName, contentsOf, contentsText, subjectIn } from './backup-files.ts';
import { exitOnSignal } from './interruption.ts';
import { databasesOf, forEachDatabase, type NamedDatabase } from './venue-databases.ts';
import { addVenue, type VenueOptions } from './venue-option.ts';

interface BackupSettings extends Pick<Settings, 'database' | 'timeZone'>, VenueOptions {
  readonly to: string;
  readonly force: boolean;
  readonly keepDays?: number;
  readonly json: boolean;
}

/** `headcount backup`: writes everything that a database holds to one file, while the service runs. */
export function backupCommand(): Command {
  const command = addSettings(
    new Command('backup')
      .description(
        'Back up reports, photos, likes, accounts, keys, the audit log and request counters to one file, while the service runs.',
      )
      .requiredOption('--to <path>', 'file to write, or a folder, where the file is named by the date')
      .option('--force', 'replace the file if it exists', false)
      .option(
        '--keep-days <number>',
        'then delete the dated backups in the folder that are older than this many days (1 to 3650)',
        whole(1, 3650),
      )
      .option('--json', 'print the result as JSON', false),
    ['database', 'timeZone'],
    MACHINE_ZONE,
  );
  return addVenue(command, 'all').action(
    action(async (settings: BackupSettings) => {
      const databases = databasesOf(settings);
      const isOne = databases.length === 1;
      exitOnSignal(isOne ? 'no backup was made' : 'some backups were not made');
      const toFolder = await isFolder(settings.to);
      if (!isOne && !toFolder) {
        throw new OperatorError(
          '--to must be a folder, as --venues lists several databases; or name one --venue',
        );
      }
      // The service has precedence.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const backups: object[] = [];
      await forEachDatabase(databases, async (one) => {
        const { result, text } = await backUpOne(one, settings, toFolder);
        if (isOne) printResult(settings.json, result, text);
        else if (settings.json) backups.push({ venue: one.venue, ...result });
        else console.log(text);
      });
      if (!isOne && settings.json) printResult(true, { backups }, '');
    }),
  );
}

async function backUpOne(
  { venue, database }: NamedDatabase,
  { venues, timeZone, to, force, keepDays }: BackupSettings,
  toFolder: boolean,
): Promise<{ readonly result: object; readonly text: string }> {
  const { backUp, noteBackup } = await import('../../service/store/backup/back-up.ts');
  const start = performance.now();
  const now = Temporal.Now.instant();
  const today = Temporal.Now.plainDateISO();
  const nameOn = (date: Temporal.PlainDate) => backupName(venue, date);
  const subject = subjectIn({ venues, venue });
  const file = toFolder ? join(to, nameOn(today)) : to;
  const { counts } = await backUp(database, file, { force, madeAt: now.toString(), subject });
  await noteBackup(database, now.toString()).catch((error: Error) =>
    console.error(`headcount: the backup is complete, but metrics will not show it: ${error.message}`),
  );
  const deleted =
    keepDays === undefined
      ? []
      : await deleteBefore(nameOn(today.subtract({ days: keepDays })), dirname(file));
  const { size } = await stat(file);
  const madeAt = timeOf({ timeZone }).timestamp(microsOf(now));
  const seconds = (performance.now() - start) / 1000;
  const others = deleted.length === 0 ? '' : ` Deleted ${deleted.join(', ')}.`;
  return {
    result: { file, of: subject, bytes: size, madeAt, seconds, contents: contentsOf(counts), deleted },
    text: `Backed up ${contentsText(counts)} to ${file} (${(size / 1e6).toFixed(1)} MB) in ${seconds.toFixed(1)} s.${others}`,
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => path.endsWith('/'),
  );
}

/** Deletes the files in a folder whose names differ from this one only by an earlier date; returns their names. */
async function deleteBefore(name: string, folder: string): Promise<readonly string[]> {
  const dated = /\d{4}-\d\d-\d\d(?=\.backup$)/;
  const others = (await readdir(folder)).filter(
    (other) => other.replace(dated, '') === name.replace(dated, ''),
  );
  const old = others.filter((other) => dated.test(other) && other < name).sort();
  for (const other of old) await rm(join(folder, other));
  return old;
}
