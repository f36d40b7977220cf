import { type Command, Option } from 'commander';
import { HoursError } from '../../../staff/change-hours.ts';
import {
  changeHours,
  entryText,
  presentHours,
  type StaffHoursOptions,
  takeBack,
} from '../../../staff/staff-hours.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { printResult } from '../action.ts';
import { addVenue } from '../venue-option.ts';
import { commandGroup, parseId, type StoreSettings, storeCommand, withStore } from './store-command.ts';
import { zoneSentence } from './table.ts';

interface HoursSettings extends StoreSettings, Pick<Settings, 'hours'> {
  readonly at?: string;
  readonly on?: string;
  readonly until?: string;
  readonly comment?: string;
}

/** `headcount hours`: what the page for the staff does, for scripts. */
export function hoursCommand(): Command {
  const command = (name: string, description: string) =>
    addVenue(storeCommand(name, description, ['hours']), 'required');
  return commandGroup('hours', 'Show and change the opening hours of single dates.', [
    command('show', 'Show when it is open, and what is planned.').action(withHours(async () => undefined)),
    command('close', 'Close now, at another time, or on dates.')
      .addOption(new Option('--at <time>', 'when to close, such as 13:30').conflicts('on'))
      .option('--on <dates>', 'when to stay closed, such as 2026-12-24 or 2026-12-24/2027-01-03')
      .option('--comment <text>', 'why, for everybody')
      .action(
        withHours((hours, { at: time = '', on, comment = '' }) => {
          const [from = '', to = ''] = on?.split('/') ?? [];
          const kind = on !== undefined ? 'closed-on' : time === '' ? 'close' : 'close-at';
          return changeHours(hours, { kind, time, from, to, comment }, null);
        }),
      ),
    command('open', 'Stay open longer, or open now.')
      .requiredOption('--until <time>', 'when to close, such as 21:00')
      .option('--comment <text>', 'why, for everybody')
      .action(
        withHours((hours, { until: time = '', comment = '' }) =>
          changeHours(hours, { kind: 'open-until', time, comment }, null),
        ),
      ),
    command('take-back', 'Take back a change.')
      .argument('<id>', 'ID, as `hours show` shows it', parseId)
      .action(withHours((hours, _settings, id) => takeBack(hours, id as number, null))),
  ]);
}

/** Makes a change, and prints what then holds. */
function withHours(
  change: (hours: StaffHoursOptions, settings: HoursSettings, id?: unknown) => Promise<void>,
) {
  return withStore<HoursSettings, unknown[]>(async ({ store, time, now }, settings, ...given) => {
    const hours = { store, time, clock: () => now, file: settings.hours };
    await change(hours, settings, ...given).catch((error: unknown) => {
      throw error instanceof HoursError ? new OperatorError(error.message) : error;
    });
    const { isOpen, state, planned } = await presentHours(hours);
    const results = planned.map((entry) => {
      const { id, from, to, author } = entry;
      return { id, from, to, author, text: entryText(entry, time) };
    });
    const lines = results.map(
      ({ id, text, author }) => `${id}  ${text}${author === null ? '' : `, by ${author}`}`,
    );
    const text = [zoneSentence(time), state, ...lines].join('\n');
    printResult(settings.json, { is_open: isOpen, planned: results }, text);
  });
}
