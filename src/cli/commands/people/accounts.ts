import type { Command } from 'commander';
import { accountData } from '../../../accounts/account-data.ts';
import { deleteAccount } from '../../../accounts/delete-account.ts';
import { keyState } from '../../../accounts/keys.ts';
import { signOut } from '../../../accounts/sessions.ts';
import { DAY } from '../../../service/domain/micros.ts';
import { counted, printable, printableJson } from '../../../service/domain/texts.ts';
import type { Account } from '../../../service/store/account-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { accountsAt } from '../../../service/store/venue-store.ts';
import { servedVenues } from '../../composition/served-venues.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { printResult } from '../action.ts';
import { openVenues } from '../venue-databases.ts';
import { eventResults, eventTable } from './audit.ts';
import { keyTable, usedKeyResults, withUse } from './found-keys.ts';
import {
  ACCOUNT,
  accountOf,
  type Context,
  commandGroup,
  isId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';

/** The newest events that `accounts show` prints. */
const SHOWN_EVENTS = 10;

/** `headcount accounts`: everything that the owner of an account can see and do, for the operator. */
export function accountsCommand(): Command {
  return commandGroup(
    'accounts',
    'List, show, export and delete the accounts of people, and sign them out.',
    [listCommand(), showCommand(), exportCommand(), deleteCommand(), signOutCommand()],
  );
}

function listCommand(): Command {
  return storeCommand('list', 'List the accounts that have signed in or have had a key.')
    .option('--all', 'also accounts that have only liked photos', false)
    .action(
      withStore<StoreSettings & { readonly all: boolean }>(async ({ store, time, now }, { json, all }) => {
        const keys = Map.groupBy(await store.listKeys(), ({ account }) => account);
        const accounts = (await store.listAccounts())
          .filter(({ id, createdAt }) => all || createdAt !== null || keys.has(id))
          .map(({ id, email, createdAt }) => ({
            id,
            email,
            createdAt,
            activeKeys: (keys.get(id) ?? []).filter((key) => keyState(key, now) === 'active').length,
          }));
        const rows = accounts.map(({ id, email, activeKeys, createdAt }) => ({
          cells: [`${id}`, email, `${activeKeys}`, shortTime(createdAt, time)],
        }));
        const result = accounts.map((one) => ({
          ...one,
          createdAt: one.createdAt === null ? null : time.timestamp(one.createdAt),
        }));
        const text = [zoneSentence(time), table(['ID', 'OWNER', 'ACTIVE KEYS', 'CREATED'], rows)].join('\n');
        printResult(json, { accounts: result }, accounts.length === 0 ? 'No accounts.' : text);
      }),
    );
}

function showCommand(): Command {
  return addAccount(storeCommand('show', 'Show an account: its keys and newest events.', ['venues'])).action(
    withStore<StoreSettings, [string]>(async (context, { json }, text) => {
      const { store, time } = context;
      const { id, email, createdAt } = await accountOf(store, text);
      const { length: likes } = await store.likesOf(id);
      const keys = await withUse(await store.keysOf(id), context);
      const events = await store.auditEvents({ account: id, limit: SHOWN_EVENTS });
      const since = createdAt === null ? '' : `, created ${shortTime(createdAt, time)}`;
      const sections = [
        `Account ${id} of ${printable(email)}${since}. Likes ${counted(likes, 'photo')}.\n${zoneSentence(time)}`,
        keys.length === 0 ? 'No keys.' : `Keys\n${keyTable(keys, context, { owners: false })}`,
        events.length === 0
          ? 'No events.'
          : `Newest events\n${eventTable(events, time, { accounts: false })}`,
      ];
      const account = { id, email, createdAt: createdAt === null ? null : time.timestamp(createdAt), likes };
      const result = {
        account,
        keys: usedKeyResults(keys, context),
        events: eventResults(events, time),
      };
      printResult(json, result, sections.join('\n\n'));
    }),
  );
}

function exportCommand(): Command {
  return addAccount(
    storeCommand(
      'export',
      'Print everything that is stored about an account, as JSON, with or without --json.',
      ['venues'],
    ),
  ).action(
    withStore<StoreSettings, [string]>(async ({ store, time, now }, _, text) => {
      const account = await accountOf(store, text);
      await store.recordEvent({
        at: now,
        actor: 'operator',
        action: 'account.exported',
        account: account.id,
        key: null,
        detail: '',
      });
      console.log(printableJson(await accountData(store, account, { now, time })));
    }),
  );
}

interface DeleteSettings extends StoreSettings {
  readonly venues: Settings['venues'];
  readonly yes: boolean;
}

function deleteCommand(): Command {
  return addAccount(
    storeCommand('delete', 'Delete an account: its address, keys and likes. It cannot be undone.', [
      'venues',
    ]),
  )
    .option('--yes', 'delete it; without this, the command says what would be deleted', false)
    .action(
      withStore<DeleteSettings, [string]>(async (context, settings, text) => {
        const { json, yes } = settings;
        const { store, time, now } = context;
        const unlisted = await unlistedVenues(settings, store);
        if (await deleteAtVenues(context, settings, text, unlisted)) return;
        const account = await accountOf(store, text);
        const stays = likesThatStay(unlisted);
        if (!yes)
          throw new OperatorError(
            `${await contentsOf(account, context)}; repeat with --yes to delete it.${stays}`,
          );
        const daysApart = settings.venues === null ? 0 : DAY;
        await deleteAccount(store, account, { actor: 'operator', now, time, daysApart });
        const until = 'A new account with this address is possible from midnight on.';
        const { id } = account;
        printResult(
          json,
          { id, deleted: true, unlistedVenues: unlisted },
          `Account ${id} was deleted, and its keys were revoked. ${until}${stays}`,
        );
      }),
    );
}

/** Deletes an address without an account, to which imports at venues have given likes. False if it is none. */
async function deleteAtVenues(
  { store, now }: Context,
  settings: DeleteSettings,
  email: string,
  unlistedVenues: readonly string[],
): Promise<boolean> {
  if (isId(email) || (await store.findAccount(email)) !== null) return false;
  const { json, yes } = settings;
  const found = accountsAt(openVenues(settings, store), email);
  const places = await Array.fromAsync(found, async ({ venue, store, account }) => {
    const { length: likes } = await store.likesOf(account);
    if (yes) await store.deleteAccount(account, now, 'operator');
    return `${venue} (liked photos: ${likes})`;
  });
  if (places.length === 0) return false;
  const what = `${printable(email)}, which has no account,`;
  if (!yes)
    throw new OperatorError(
      `${what} would be deleted at ${places.join(', ')}; repeat with --yes to delete it`,
    );
  const text = `${what} was deleted at ${places.join(', ')}.${likesThatStay(unlistedVenues)}`;
  printResult(json, { id: null, deleted: true, unlistedVenues }, text);
  return true;
}

/** The venues that were served before and are not in the file: nobody knows where their data is. */
async function unlistedVenues({ venues }: DeleteSettings, store: Store): Promise<readonly string[]> {
  if (venues === null) return [];
  const listed = new Set(venues.venues.map(({ id }) => id));
  return (await servedVenues(store)).filter((id) => !listed.has(id));
}

function likesThatStay(unlisted: readonly string[]): string {
  if (unlisted.length === 0) return '';
  const whose = unlisted.join(', ');
  return ` Likes may stay in databases of venues that are not in the file any more: ${whose}. Delete these databases, or list the venues and repeat.`;
}

function signOutCommand(): Command {
  return addAccount(storeCommand('sign-out', 'End all sessions of an account on the account page.')).action(
    withStore<StoreSettings, [string]>(async ({ store, now }, { json }, text) => {
      const { id } = await accountOf(store, text);
      const ended = await signOut(store, id, { actor: 'operator', now });
      printResult(json, { id, ended }, `Ended ${counted(ended, 'session')} of account ${id}.`);
    }),
  );
}

function addAccount(command: Command): Command {
  return command.argument('<account>', ACCOUNT);
}

async function contentsOf({ id, email }: Account, { store, now }: Context): Promise<string> {
  const active = (await store.keysOf(id)).filter((key) => keyState(key, now) === 'active').length;
  const counts = `active keys: ${active}, liked photos: ${(await store.likesOf(id)).length}`;
  return `account ${id} of ${email} would be deleted (${counts})`;
}
