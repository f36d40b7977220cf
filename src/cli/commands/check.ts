import { Command, Option } from 'commander';
import type { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { hoursAt } from '../../service/domain/opening-hours.ts';
import { printable } from '../../service/domain/texts.ts';
import { ALWAYS_OPEN, type Timetable, timetableWarning } from '../../service/domain/timetable.ts';
import { openingTextsAt } from '../../service/http/pages/status-words.ts';
import type { Findings } from '../../service/store/backup/checks.ts';
import { subjectText } from '../../service/store/backup/subject.ts';
import { clockOf, timeOf } from '../composition/clock.ts';
import { zoneIn } from '../composition/venue-zone.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { rejectConflicts } from '../settings/settings-of-venue.ts';
import { action, printResult } from './action.ts';
import { contentsOf, contentsText } from './backup-files.ts';
import { addVenue, type VenueOptions } from './venue-option.ts';

interface CheckSettings extends Pick<Settings, 'database' | 'hours'>, VenueOptions {
  readonly from?: string;
  readonly repair: boolean;
  readonly json: boolean;
}

/** `headcount check`: reports whether a database or a backup is sound; exits with 1 if it isn't. A file of opening hours that is invalid is a usage error. */
export function checkCommand(): Command {
  const command = addSettings(
    new Command('check')
      .description('Check whether a database or a backup is sound, while the service runs.')
      .addOption(
        new Option('--from <file>', 'backup to check instead of a database').default(
          undefined,
          'the database',
        ),
      )
      .addOption(
        new Option('--repair', 'rebuild the counts from the reports first').default(false).conflicts('from'),
      )
      .option('--json', 'print the result as JSON', false),
    ['database', 'hours'],
  );
  return addVenue(command, 'accounts').action(
    action(async ({ database, hours, from, json, venues, venue, ...settings }: CheckSettings) => {
      if (venues !== null && venue === null) {
        rejectConflicts(venues.venues, { database, publicUrl: null });
      }
      const warning = timetableWarning(hours);
      if (warning !== null) console.error(`Warning: ${warning}.`);
      const { check, checkBackup, repair } = await import('../../service/store/backup/check.ts');
      if (settings.repair) await repair(database);
      const findings = from === undefined ? await check(database) : await checkBackup(from);
      const { problems, counts, backup } = findings;
      const isSound = problems.length === 0;
      const text =
        counts !== null && isSound
          ? `Sound: ${contentsText(counts)}.${backup === undefined ? '' : ` ${originText(backup)}`}`
          : problems.map(printable).join('\n');
      printResult(json, resultOf(findings), text);
      if (isSound && hours !== ALWAYS_OPEN) {
        const timeZone = from === undefined ? await zoneIn(database) : null;
        console.error(openingSentence(hours, timeOf({ timeZone }), clockOf(null)()));
      }
      process.exitCode = isSound ? 0 : 1;
    }),
  );
}

/** Shows that the hours are read as they are meant. */
function openingSentence(hours: Timetable, time: LocalTime, now: Micros): string {
  const { opens, closes } = openingTextsAt(hours, time, now);
  if (hoursAt(hours, time, now).isOpen) {
    return closes === null ? 'The venue is open, and does not close.' : `The venue is open until ${closes}.`;
  }
  return opens === null ? 'The hours have no further opening.' : `The next opening is ${opens}.`;
}

function originText({ madeAt, subject }: NonNullable<Findings['backup']>): string {
  return `A backup${subject === null ? '' : ` of ${subjectText(subject)}`}, made at ${madeAt}.`;
}

function resultOf({ problems, counts, backup }: Findings): object {
  return {
    sound: problems.length === 0,
    problems,
    contents: counts === null ? null : contentsOf(counts),
    ...(backup !== undefined && { of: backup.subject, madeAt: backup.madeAt }),
  };
}
