import { Command, InvalidArgumentError, Option } from 'commander';
import { microsOf } from '../../service/domain/micros.ts';
import { isSubject, type Subject, subjectOf, subjectText } from '../../service/store/backup/subject.ts';
import { timeOf } from '../composition/clock.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { addSettings, MACHINE_ZONE, type Settings } from '../settings/settings.ts';
import { action, printResult } from './action.ts';
import { contentsOf, contentsText, newestBackups, subjectIn } from './backup-files.ts';
import { exitOnSignal } from './interruption.ts';
import { shortTime } from './people/table.ts';
import { databasesOf, forEachDatabase } from './venue-databases.ts';
import { addVenue, type VenueOptions } from './venue-option.ts';

interface RestoreSettings extends Pick<Settings, 'database' | 'timeZone'>, VenueOptions {
  readonly from?: string;
  readonly all?: string;
  readonly of?: Subject;
  readonly force: boolean;
  readonly json: boolean;
}

/** `headcount restore`: puts a backup into a new or empty database of any engine, all or nothing. */
export function restoreCommand(): Command {
  const command = addSettings(
    new Command('restore')
      .description('Restore a backup into a new or empty database, on the same engine or the other one.')
      .addOption(
        new Option('--from <file>', 'file that `headcount backup` wrote (this or --all is required)'),
      )
      .addOption(
        new Option(
          '--all <folder>',
          'folder that `headcount backup` wrote to: restore the accounts and all venues, from the newest date that has all of them',
        ).conflicts(['from', 'of']),
      )
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
      const { all, from, json, venue } = settings;
      if (all === undefined && from === undefined) {
        command.error("error: required option '--from <file>' or '--all <folder>' not specified");
      }
      if (all !== undefined && venue !== null) {
        command.error(
          'error: --all is about the accounts and all venues; leave out --venue (HEADCOUNT_VENUE)',
        );
      }
      if (all !== undefined) return restoreAll(all, settings);
      exitOnSignal('nothing was restored');
      const { result, text } = await restoreOne(from as string, settings);
      printResult(json, result, text);
    }),
  );
}

/** Nothing is written before every file and every database has been checked. */
async function restoreAll(folder: string, settings: RestoreSettings): Promise<void> {
  const { rehearseRestore } = await import('../../service/store/backup/restore.ts');
  const { backups, warnings } = await newestBackups(folder, databasesOf(settings));
  for (const warning of warnings) console.error(`Warning: ${warning}.`);
  const endWait = exitOnSignal('nothing was restored');
  let sound = 0;
  const each = backups.map(({ database, file }) => ({ ...settings, ...database, file }));
  await forEachDatabase(each, async (one) => {
    await rehearseRestore(one.file, one.database, { force: one.force, into: subjectIn(one) });
    sound += 1;
  });
  if (sound < each.length) throw new OperatorError('nothing was restored');
  endWait();
  exitOnSignal('some databases were not restored');
  const restored: object[] = [];
  await forEachDatabase(each, async (one) => {
    const { result, text } = await restoreOne(one.file, one);
    restored.push({ venue: one.venue, ...result });
    if (!one.json) console.log(`${one.venue === null ? '' : `${one.venue}: `}${text}`);
  });
  if (settings.json) printResult(true, { restored }, '');
}

async function restoreOne(
  from: string,
  { database, timeZone, of, force, ...whose }: RestoreSettings,
): Promise<{ readonly result: object; readonly text: string }> {
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
  if (isSubject(text)) return text;
  throw new InvalidArgumentError('It must be service, accounts or venue:ID.');
}
