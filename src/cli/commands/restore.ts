import { Command } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { timeOf } from './clock.ts';
import { contentsOf, contentsText } from './contents.ts';
import { action } from './failure.ts';
import { exitOnSignal } from './interruption.ts';
import { shortTime } from './people/table.ts';
import { printResult } from './result.ts';
import { addSettings, MACHINE_ZONE, type Settings } from './settings.ts';
import { addVenue } from './venues/venue-option.ts';

interface RestoreSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly from: string;
  readonly force: boolean;
  readonly json: boolean;
}

/** `headcount restore`: puts a backup into a new or empty database of any engine, all or nothing. */
export function restoreCommand(): Command {
  const command = addSettings(
    new Command('restore')
      .description('Restore a backup into a new or empty database, on the same engine or the other one.')
      .requiredOption('--from <file>', 'file that `headcount backup` wrote')
      .option('--force', 'replace the content of the database; request counters are never lowered', false)
      .option('--json', 'print the result as JSON', false),
    ['database', 'timeZone'],
    MACHINE_ZONE,
  );
  return addVenue(command, 'accounts').action(
    action(async ({ database, timeZone, from, force, json }: RestoreSettings) => {
      exitOnSignal('nothing was restored');
      const { restore } = await import('../../service/store/backup/restore.ts');
      const start = performance.now();
      const { counts, madeAt } = await restore(from, database, { force });
      const time = timeOf({ timeZone });
      const at = microsOf(Temporal.Instant.from(madeAt));
      const seconds = (performance.now() - start) / 1000;
      printResult(
        json,
        { file: from, madeAt: time.timestamp(at), seconds, contents: contentsOf(counts) },
        `Restored ${contentsText(counts)}, as of ${shortTime(at, time)} (${time.timeZone}), in ${seconds.toFixed(1)} s.`,
      );
    }),
  );
}
