import { Command } from 'commander';
import { action } from './failure.ts';
import { addSettings, type Settings } from './settings.ts';
import { addVenue, databasesOf, type Named, type NamedDatabase } from './venues/venue-option.ts';

interface MigrateSettings extends Pick<Settings, 'database'>, Named<string> {
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
  return addVenue(command, 'all').action(async ({ check, ...settings }: MigrateSettings) => {
    const { lackingSteps, updateDatabase } = await import('../../service/store/migrate.ts');
    const update = action(async ({ venue, database }: NamedDatabase) => {
      const steps = await lackingSteps(database);
      if (!check) await updateDatabase(database);
      const whose = venue === null ? '' : `${venue}: `;
      for (const step of steps) console.log(`${whose}${check ? 'Lacks' : 'Added'}: ${step}`);
      if (steps.length === 0) console.log(`${whose}The database is up to date.`);
      if (check && steps.length > 0) process.exitCode = 1;
    });
    // If one fails, the others have their turn.
    for (const one of databasesOf(settings)) await update(one);
  });
}
