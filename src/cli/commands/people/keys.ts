import type { Command } from 'commander';
import { domainOf, EligibleDomains } from '../../../accounts/eligible-domain.ts';
import { issueKey, keyNameOf, type ShownKey, STANDARD_QUOTA } from '../../../accounts/keys.ts';
import { counted, EMAIL_RULE, isEmailAddress } from '../../../service/domain/texts.ts';
import { newSecret } from '../../../service/keys/api-key.ts';
import { OperatorError } from '../../settings/operator-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { printResult } from '../action.ts';
import { addKeyVenues } from '../venue-option.ts';
import { BY_OPERATOR, keyOf, keyResult, keyTable, usedKeyResults, withUse } from './found-keys.ts';
import { expireCommand, quotaCommand, renameCommand, revokeCommand } from './keys-change.ts';
import {
  addKeyArgument,
  type Context,
  commandGroup,
  option,
  parseQuota,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, zoneSentence } from './table.ts';
import { futureExpiry, parseExpiry, type When } from './when.ts';

/** `headcount keys`: issues, lists, changes and revokes API keys. */
export function keysCommand(): Command {
  return commandGroup('keys', 'Issue, list, replace and revoke API keys, and set their quotas.', [
    issueCommand(),
    listCommand(),
    replaceCommand(),
    renameCommand(),
    expireCommand(),
    quotaCommand(),
    revokeCommand(),
  ]);
}

function listCommand(): Command {
  return storeCommand('list', 'List all keys, with their requests today.').action(
    withStore(async (context, { json }) => {
      const keys = await withUse(await context.store.listKeys(), context);
      const text = [zoneSentence(context.time), keyTable(keys, context, { owners: true })].join('\n');
      const result = { keys: usedKeyResults(keys, context) };
      printResult(json, result, keys.length === 0 ? 'No keys.' : text);
    }),
  );
}

interface IssueSettings extends StoreSettings, Pick<Settings, 'eligibleDomains' | 'deniedDomains'> {
  readonly email: string;
  readonly name: string;
  readonly quota: number;
  readonly expires: When | null;
  readonly force: boolean;
  readonly venue: readonly string[] | null;
}

function issueCommand(): Command {
  const command = storeCommand('issue', 'Issue a key and print it. It is shown only once.', [
    'eligibleDomains',
    'deniedDomains',
  ]);
  return addKeyVenues(command)
    .requiredOption('--email <address>', "the owner's e-mail address")
    .addOption(
      option('--name <text>', 'name of the key, such as the program that uses it', keyNameOf, {
        value: '',
        shown: 'none',
      }),
    )
    .option('--quota <number>', 'requests a day', parseQuota, STANDARD_QUOTA)
    .addOption(
      option('--expires <when>', 'last date on which it works, or days such as 90d', parseExpiry, {
        value: null,
        shown: 'never',
      }),
    )
    .option('--force', 'issue the key for any domain', false)
    .action(
      withStore<IssueSettings>(async (context, settings) => {
        const { store, time, now } = context;
        checkAddress(settings);
        const { email, name, quota, expires, venue } = settings;
        const expiresAt = futureExpiry(expires, now, time);
        const venues = venue === null ? null : [...new Set(venue)].join(',');
        const { key, secret } = await issueKey(store, { email, name, quota, expiresAt, venues, now });
        const until = key.expiresAt === null ? '' : `, expires ${shortTime(key.expiresAt, time)}`;
        const places = venues === null ? '' : `, for ${venues.replaceAll(',', ', ')}`;
        const issued = `${counted(key.quota, 'request')} a day, issued ${shortTime(key.createdAt, time)}${until}${places}`;
        printSecret(settings.json, context, { key, secret }, `Key ${key.id} for ${key.email}, ${issued}:`);
      }),
    );
}

function checkAddress({ email, force, eligibleDomains, deniedDomains }: IssueSettings): void {
  const domain = isEmailAddress(email) ? domainOf(email) : null;
  if (domain === null) throw new OperatorError(`--email: ${quoted(email)} is not ${EMAIL_RULE}`);
  if (force || new EligibleDomains({ allowed: eligibleDomains, denied: deniedDomains }).has(domain)) return;
  throw new OperatorError(
    `--email: ${domain} is not an eligible university domain (.edu, .edu.XX, .ac.XX, the list of universities, or one of ` +
      '--eligible-domains); add --force to issue the key anyway',
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function replaceCommand(): Command {
  const command = storeCommand(
    'replace',
    'Give a key a new secret, and print it. The old one stops working. ID, name, quota and count stay.',
  );
  return addKeyArgument(command).action(
    withStore<StoreSettings, [number]>(async (context, { json }, id) => {
      const { store, now } = context;
      const { prefix } = await keyOf(context, id, 'revoked', 'expired');
      const { secret, stored } = newSecret();
      const key = await store.replaceSecret(id, { ...stored, at: now }, { prefix }, BY_OPERATOR);
      if (key === null) throw new OperatorError(`key ${id} was changed at the same time; try again`);
      const about = `Key ${id} of ${key.email} has a new secret; the one before no longer works:`;
      printSecret(json, context, { key, secret }, about);
    }),
  );
}

/** Prints a secret alone, so that scripts can take it, and `about` to the terminal. */
function printSecret(json: boolean, context: Context, { key, secret }: ShownKey, about: string): void {
  if (!json) console.error(about);
  printResult(json, { ...keyResult(key, context), key: secret }, secret);
}
