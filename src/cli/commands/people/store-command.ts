import { Command, InvalidArgumentError, Option } from 'commander';
import type { LocalTime } from '../../../service/domain/local-time.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import { printable } from '../../../service/domain/texts.ts';
import type { Account } from '../../../service/store/account-store.ts';
import { openStore } from '../../../service/store/open-store.ts';
import { type Store, TIME_ZONE } from '../../../service/store/store.ts';
import { accountsOfVenues } from '../../../service/store/venue-store.ts';
import { clockOf, timeOf } from '../../composition/clock.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import { whole } from '../../settings/parse-setting.ts';
import { addSettings, type SettingName, type Settings } from '../../settings/settings.ts';
import { action } from '../action.ts';
import { openVenues } from '../venue-databases.ts';

/** The options of every command about keys and accounts. */
export interface StoreSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly json: boolean;
  /** Only of some commands: their accounts have likes at all venues. */
  readonly venues?: Settings['venues'];
}

/** The data and the time that such a command works with. */
export interface Context {
  readonly store: Store;
  readonly time: LocalTime;
  readonly now: Micros;
}

/** A command that has the settings of the database, further settings and `--json`. */
export function storeCommand(
  name: string,
  description: string,
  settings: readonly SettingName[] = [],
): Command {
  const command = new Command(name).description(description);
  return addSettings(command, ['database', 'timeZone', ...settings]).option(
    '--json',
    'print the result as JSON',
    false,
  );
}

/** A command of which only the subcommands do something. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  group.helpCommand('help [command]', 'Print the help of a command.');
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Wraps what a command does: opens the store, which must exist, runs `run` with the command's arguments and options, and closes it. */
export function withStore<Options extends StoreSettings, Arguments extends unknown[] = []>(
  run: (context: Context, options: Options, ...args: Arguments) => Promise<void>,
): (...given: [...Arguments, Options, Command]) => Promise<void> {
  return action(async (...given: [...Arguments, Options, Command]) => {
    const options = given.at(-2) as Options;
    const opened = await openStore(options.database, { create: false });
    const { venues = null } = options;
    const store =
      venues === null ? opened : accountsOfVenues(opened, () => openVenues({ ...options, venues }, opened));
    try {
      const timeZone = options.timeZone ?? (await store.metadata(TIME_ZONE));
      const context = { store, time: timeOf({ timeZone }), now: clockOf(null)() };
      await run(context, options, ...(given.slice(0, -2) as Arguments));
    } finally {
      await opened.close();
    }
  });
}

/** Adds the argument that names a key. */
export function addKeyArgument(command: Command): Command {
  return command.argument('<id>', 'ID of the key, as `keys list` shows it', parseId);
}

/** An option whose value `parse` reads; what it rejects is a usage error. `absent` is its value without the option, which the help shows as `shown`. */
export function option<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
  absent: { readonly value: Value | null; readonly shown: string },
): Option {
  return new Option(flags, description).argParser(usage(parse)).default(absent.value, absent.shown);
}

/** Parses the id of a key or an account. */
export const parseId = whole(1, 999_999_999);

/** The option that says how much to print. `noun`: such as events. */
export function limitOption(noun: string): Option {
  return option('--limit <n>', `most ${noun} to print`, whole(1, 1_000_000), { value: 100, shown: '100' });
}

/** Parses requests a day. */
export const parseQuota = whole(0, 999_999_999);

/** Makes a parser whose errors are usage errors. */
export function usage<Value>(parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

/** The argument that names an account, for the help. */
export const ACCOUNT = 'ID of the account, as `accounts list` shows it, or its e-mail address';

/** The account with an id or an address. Throws `OperatorError` if there is none. */
export async function accountOf(store: Store, text: string): Promise<Account> {
  const account = isId(text) ? await store.account(Number(text)) : await store.findAccount(text);
  if (account !== null) return account;
  const shown = printable(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  throw new OperatorError(`there is no account ${shown}; \`headcount accounts list\` lists all accounts`);
}

/** Returns whether a text is an id, and not an address. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}
