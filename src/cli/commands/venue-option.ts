import { type Command, Option } from 'commander';
import { type Settings, settingOption } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-of-venue.ts';
import type { Venue } from '../settings/venues-file.ts';

/** The subject of a command if `--venues` lists several venues and `--venue` names none, as the help says it. */
const WITHOUT_VENUE = {
  required: 'required with --venues',
  accounts: 'the accounts',
  all: 'the accounts and all venues',
};

/** Adds `--venue` to a command about the data of one venue, which has the settings of the file of `--venues`, unless a flag says otherwise. */
export function addVenue(command: Command, without: keyof typeof WITHOUT_VENUE): Command {
  return command
    .addOption(settingOption('venues'))
    .addOption(
      new Option('--venue <id>', 'venue to work on, by its id in --venues')
        .env('HEADCOUNT_VENUE')
        .default(null, WITHOUT_VENUE[without])
        .helpGroup('Venue:'),
    )
    .hook('preAction', (_, acting) => takeVenue(acting, without === 'required'));
}

/** Adds `--venue` to a command that issues a key: the venues where it works. */
export function addKeyVenues(command: Command): Command {
  return command
    .addOption(settingOption('venues'))
    .addOption(
      new Option('--venue <id...>', 'venue of --venues where the key works; repeat it for several')
        .default(null, 'all')
        .helpGroup('Venue:'),
    )
    .hook('preAction', (_, acting) => {
      const { venues, venue } = acting.opts<
        Pick<Settings, 'venues'> & { readonly venue: readonly string[] | null }
      >();
      for (const id of venue ?? []) venueOf(acting, '--venue', venues, id);
    });
}

/** The options that `addVenue` adds. */
export interface VenueOptions extends Pick<Settings, 'venues'> {
  readonly venue: string | null;
}

function takeVenue(command: Command, needed: boolean): void {
  const { venues, venue, ...given } = command.opts<Settings & VenueOptions>();
  if (venue === null && (venues === null || !needed)) return;
  const found = venueOf(command, '--venue (HEADCOUNT_VENUE)', venues, venue);
  for (const [name, value] of Object.entries(settingsOf(found, given as unknown as Settings))) {
    // What a venue has beside that of the service is not what the flag says.
    const isBeside = name === 'database' || name === 'publicUrl';
    if (!Object.hasOwn(given, name) || (command.getOptionValueSource(name) === 'cli' && !isBeside)) continue;
    command.setOptionValueWithSource(name, value, 'config');
  }
}

/** The venue that an option names. It is a usage error if there is none. */
function venueOf(command: Command, option: string, venues: Settings['venues'], id: string | null): Venue {
  if (venues === null) {
    command.error('error: --venues (HEADCOUNT_VENUES): --venue needs the file that lists the venues');
  }
  const all = venues.venues;
  const found = all.find((venue) => venue.id === id);
  if (found !== undefined) return found;
  const ids = all.map((venue) => venue.id).join(', ');
  const what = id === null ? 'this command is about one venue' : `there is no venue "${id}"`;
  command.error(`error: ${option}: ${what}; the venues are ${ids}`);
}
