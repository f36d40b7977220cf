import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { Command } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { timeOf } from './clock.ts';
import { contentsOf, contentsText } from './contents.ts';
import { action } from './failure.ts';
import { exitOnSignal } from './interruption.ts';
import { printResult } from './result.ts';
import { addSettings, type Settings } from './settings.ts';

interface BackupSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly to: string;
  readonly force: boolean;
  readonly json: boolean;
}

/** `headcount backup`: writes everything that a database holds to one file, while the service runs. */
export function backupCommand(): Command {
  return addSettings(
    new Command('backup')
      .description(
        'Back up reports, photos, likes, accounts, keys, the audit log and request counters to one file, while the service runs.',
      )
      .requiredOption('--to <file>', 'file to write')
      .option('--force', 'replace the file if it exists', false)
      .option('--json', 'print the result as JSON', false),
    ['database', 'timeZone'],
  ).action(
    action(async ({ database, timeZone, to, force, json }: BackupSettings) => {
      exitOnSignal('no backup was made');
      const { backUp } = await import('../../service/store/backup/back-up.ts');
      // The service has precedence.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const start = performance.now();
      const now = Temporal.Now.instant();
      const { counts } = await backUp(database, to, { force, madeAt: now.toString() });
      const { size } = await stat(to);
      const madeAt = timeOf({ timeZone }).timestamp(microsOf(now));
      const seconds = (performance.now() - start) / 1000;
      printResult(
        json,
        { file: to, bytes: size, madeAt, seconds, contents: contentsOf(counts) },
        `Backed up ${contentsText(counts)} to ${to} (${(size / 1e6).toFixed(1)} MB) in ${seconds.toFixed(1)} s.`,
      );
    }),
  );
}
