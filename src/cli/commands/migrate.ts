import { Command } from 'commander';
import { action } from './failure.ts';
import { addSettings, type Settings } from './settings.ts';
import { addVenue } from './venues/venue-option.ts';

interface MigrateSettings extends Pick<Settings, 'database'> {
  readonly check: boolean;
}

/** `headcount migrate`: updates a database that an older version made; with `--check` exits with 1 if that is necessary. */
export function migrateCommand(): Command {
  const command = addSettings(
    new Command('migrate')
      .description('Update the tables of a database that an older version made.')
      .option('--check', 'change nothing, and exit with 1 if an update is necessary', false),
    ['database'],
  );
  return addVenue(command, { needed: false }).action(
    action(async ({ database, check }: MigrateSettings) => {
      const { lackingSteps, updateDatabase } = await import('../../service/store/migrate.ts');
      const steps = await lackingSteps(database);
      if (!check) await updateDatabase(database);
      for (const step of steps) console.log(`${check ? 'Lacks' : 'Added'}: ${step}`);
      if (steps.length === 0) console.log('The database is up to date.');
      if (check && steps.length > 0) process.exitCode = 1;
    }),
  );
}
