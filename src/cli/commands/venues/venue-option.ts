import { type Command, Option } from 'commander';
import { SETTINGS, type Settings } from '../settings.ts';
import { settingsOf } from './venue-settings.ts';
import type { VenuesFile } from './venues-file.ts';

/**
 * Adds `--venue` to a command about the data of one venue, which has the settings of the file of `--venues`, unless a flag says otherwise. With `needed: false`, the command is about the database of the accounts if no venue is named.
 */
export function addVenue(command: Command, { needed }: { readonly needed: boolean }): Command {
  const { flags, description, variable, parse, shown } = SETTINGS.venues;
  return command
    .addOption(
      new Option(flags, description).env(variable).argParser(parse).default(null, shown).helpGroup('Venue:'),
    )
    .addOption(
      new Option('--venue <id>', 'venue of --venues whose data it is')
        .env('HEADCOUNT_VENUE')
        .default(null, needed ? 'required with --venues' : 'the accounts')
        .helpGroup('Venue:'),
    )
    .hook('preAction', (_, acting) => takeVenue(acting, needed));
}

function takeVenue(command: Command, needed: boolean): void {
  const { venues, venue, ...given } = command.opts<Settings & { readonly venue: string | null }>();
  if (venues === null && venue !== null) {
    command.error('error: --venues (HEADCOUNT_VENUES): --venue needs the file that lists the venues');
  }
  if (venues === null || (venue === null && !needed)) return;
  const all = (venues as VenuesFile).venues;
  const found = all.find(({ id }) => id === venue);
  if (found === undefined) {
    const ids = all.map(({ id }) => id).join(', ');
    const what = venue === null ? 'this command is about one venue' : `there is no venue "${venue}"`;
    command.error(`error: --venue (HEADCOUNT_VENUE): ${what}; the venues are ${ids}`);
  }
  for (const [name, value] of Object.entries(settingsOf(found, given as unknown as Settings))) {
    // What a venue has beside that of the service is not what the flag says.
    const isBeside = name === 'database' || name === 'publicUrl';
    if (!Object.hasOwn(given, name) || (command.getOptionValueSource(name) === 'cli' && !isBeside)) continue;
    command.setOptionValueWithSource(name, value, 'config');
  }
}
