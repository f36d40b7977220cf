import { readdir, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { timeOf } from './clock.ts';
import { contentsOf, contentsText } from './contents.ts';
import { action } from './failure.ts';
import { exitOnSignal } from './interruption.ts';
import { parseWhole } from './parse-setting.ts';
import { printResult } from './result.ts';
import { addSettings, MACHINE_ZONE, type Settings } from './settings.ts';
import { addVenue } from './venues/venue-option.ts';

interface BackupSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly to: string;
  readonly force: boolean;
  readonly keepDays?: number;
  readonly json: boolean;
  readonly venue: string | null;
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
        'then delete the files in the folder that are named by earlier dates, from 1 to 3650 days ago',
        (text: string) => parseWhole(text, 1, 3650),
      )
      .option('--json', 'print the result as JSON', false),
    ['database', 'timeZone'],
    MACHINE_ZONE,
  );
  return addVenue(command, { needed: false }).action(
    action(async ({ database, timeZone, to, force, keepDays, json, venue }: BackupSettings) => {
      exitOnSignal('no backup was made');
      const { backUp, noteBackup } = await import('../../service/store/backup/back-up.ts');
      // The service has precedence.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const start = performance.now();
      const now = Temporal.Now.instant();
      const today = Temporal.Now.plainDateISO();
      const nameOn = (date: Temporal.PlainDate) => `${venue === null ? '' : `${venue}-`}${date}.backup`;
      const file = (await isFolder(to)) ? join(to, nameOn(today)) : to;
      const { counts } = await backUp(database, file, { force, madeAt: now.toString() });
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
      printResult(
        json,
        { file, bytes: size, madeAt, seconds, contents: contentsOf(counts), deleted },
        `Backed up ${contentsText(counts)} to ${file} (${(size / 1e6).toFixed(1)} MB) in ${seconds.toFixed(1)} s.${others}`,
      );
    }),
  );
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
