import { Command, Option } from 'commander';
import { openStore } from '../../service/store/open-store.ts';
import { TIME_ZONE } from '../../service/store/store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { parseTimeZone } from '../settings/parse-setting.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { action } from './action.ts';
import { databasesOf, forEachDatabase } from './venue-databases.ts';
import { addVenue, type VenueOptions } from './venue-option.ts';

interface MigrateSettings extends Pick<Settings, 'database'>, VenueOptions {
  readonly check: boolean;
  readonly create: boolean;
  readonly timeZone?: string;
}

/** `headcount migrate`: updates a database that an older version made; with `--check` exits with 1 if that is necessary; with `--time-zone` also moves the venue. */
export function migrateCommand(): Command {
  const command = addSettings(
    new Command('migrate')
      .description('Update the tables of a database that an older version made.')
      .option('--check', 'change nothing, and exit with 1 if an update is necessary', false)
      .addOption(
        new Option(
          '--create',
          'create the database if it is missing, such as that of a venue whose data is lost',
        )
          .default(false)
          .conflicts('check'),
      )
      .addOption(
        // Without a variable: the one of the setting says where the venue is, and not that it moves.
        new Option(
          '--time-zone <name>',
          'also change the time zone of the venue; stop all its services first',
        )
          .argParser(parseTimeZone)
          .default(undefined, 'the same')
          .conflicts('check'),
      ),
    ['database'],
  );
  return addVenue(command, 'all').action(
    action(async ({ check, create, timeZone, ...settings }: MigrateSettings) => {
      const { venues, venue } = settings;
      if (timeZone !== undefined && venues !== null && venue === null) {
        throw new OperatorError('--time-zone: name the venue with --venue; the accounts are in no time zone');
      }
      const { lackingSteps, updateDatabase } = await import('../../service/store/migrate.ts');
      await forEachDatabase(databasesOf(settings), async ({ venue, database }) => {
        if (create) await (await openStore(database, { create })).close();
        const steps = await lackingSteps(database);
        if (!check) await updateDatabase(database);
        const whose = venue === null ? '' : `${venue}: `;
        for (const step of steps) console.log(`${whose}${check ? 'Lacks' : 'Added'}: ${step}`);
        if (steps.length === 0) console.log(`${whose}The database is up to date.`);
        if (timeZone !== undefined) await changeZone(database, timeZone);
        if (check && steps.length > 0) process.exitCode = 1;
      });
    }),
  );
}

/** Whatever depends on the zone is computed from the reports: models name theirs, and counts are by UTC. */
async function changeZone(database: Settings['database'], timeZone: string): Promise<void> {
  const store = await openStore(database, { create: false });
  try {
    const before = await store.metadata(TIME_ZONE);
    await store.advance(TIME_ZONE, () => ({ value: timeZone, reports: [] }));
    console.log(`The time zone of the venue is ${timeZone}${before === null ? '' : `; it was ${before}`}.`);
  } finally {
    await store.close();
  }
}
