import { Command, InvalidArgumentError, Option } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { type Subject, subjectOf, subjectText } from '../../service/store/backup/subject.ts';
import { subjectIn } from './backup-names.ts';
import { timeOf } from './clock.ts';
import { contentsOf, contentsText } from './contents.ts';
import { action } from './failure.ts';
import { exitOnSignal } from './interruption.ts';
import { shortTime } from './people/table.ts';
import { printResult } from './result.ts';
import { addSettings, MACHINE_ZONE, type Settings } from './settings.ts';
import { addVenue, type Named } from './venues/venue-option.ts';

interface RestoreSettings extends Pick<Settings, 'database' | 'timeZone'>, Named<string> {
  readonly from: string;
  readonly of?: Subject;
  readonly force: boolean;
  readonly json: boolean;
}

/** `headcount restore`: puts a backup into a new or empty database of any engine, all or nothing. */
export function restoreCommand(): Command {
  const command = addSettings(
    new Command('restore')
      .description('Restore a backup into a new or empty database, on the same engine or the other one.')
      .requiredOption('--from <file>', 'file that `headcount backup` wrote')
      .addOption(
        new Option('--of <whose>', 'whose backup it is: service, accounts or venue:ID')
          .argParser(parseSubject)
          .default(undefined, "the database's"),
      )
      .option('--force', 'replace the content of the database; request counters are never lowered', false)
      .option('--json', 'print the result as JSON', false),
    ['database', 'timeZone'],
    MACHINE_ZONE,
  );
  return addVenue(command, 'accounts').action(
    action(async (settings: RestoreSettings) => {
      exitOnSignal('nothing was restored');
      const { result, text } = await restoreOne(settings);
      printResult(settings.json, result, text);
    }),
  );
}

async function restoreOne({ database, timeZone, from, of, force, ...whose }: RestoreSettings) {
  const { restore } = await import('../../service/store/backup/restore.ts');
  const start = performance.now();
  const into = subjectIn(whose);
  const backup = await restore(from, database, { force, into, of });
  const subject = of ?? subjectOf(backup);
  if (subject === null)
    console.error(
      `Warning: ${from} doesn't say whose backup it is; it was taken for one of ${subjectText(into)}.`,
    );
  const time = timeOf({ timeZone });
  const at = microsOf(Temporal.Instant.from(backup.madeAt));
  const seconds = (performance.now() - start) / 1000;
  return {
    result: {
      file: from,
      of: subject,
      madeAt: time.timestamp(at),
      seconds,
      contents: contentsOf(backup.counts),
    },
    text: `Restored ${contentsText(backup.counts)}, as of ${shortTime(at, time)} (${time.timeZone}), in ${seconds.toFixed(1)} s.`,
  };
}

function parseSubject(text: string): Subject {
  if (/^(service|accounts|venue:.+)$/.test(text)) return text as Subject;
  throw new InvalidArgumentError('It must be service, accounts or venue:ID.');
}
