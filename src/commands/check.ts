import { Command, Option } from 'commander';
import { printable } from '../domain/printable.ts';
import type { Findings } from '../store/backup/findings.ts';
import { contentsOf, contentsText } from './contents.ts';
import { action } from './failure.ts';
import { addSettings, type Settings } from './settings.ts';

interface CheckSettings extends Pick<Settings, 'database'> {
  readonly from?: string;
  readonly repair: boolean;
  readonly json: boolean;
}

/** `headcount check`: reports whether a database or a backup is sound; exits with 1 if it isn't. */
export function checkCommand(): Command {
  return addSettings(
    new Command('check')
      .description('Check whether a database or a backup is sound, while the service runs.')
      .option('--from <file>', 'check this backup instead of a database')
      .addOption(
        new Option('--repair', 'rebuild the counts from the reports first').default(false).conflicts('from'),
      )
      .option('--json', 'print the result as JSON', false),
    ['database'],
  ).action(
    action(async ({ database, from, json, ...settings }: CheckSettings) => {
      const { check, checkBackup, repair } = await import('../store/backup/check.ts');
      if (settings.repair) await repair(database);
      const findings = from === undefined ? await check(database) : await checkBackup(from);
      const { problems, counts } = findings;
      const isSound = problems.length === 0;
      if (json) console.log(JSON.stringify(resultOf(findings), null, 2));
      else
        console.log(
          counts !== null && isSound ? `Sound: ${contentsText(counts)}.` : problems.map(printable).join('\n'),
        );
      process.exitCode = isSound ? 0 : 1;
    }),
  );
}

function resultOf({ problems, counts }: Findings): unknown {
  return { sound: problems.length === 0, problems, contents: counts === null ? null : contentsOf(counts) };
}
