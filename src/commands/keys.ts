import { Command } from 'commander';
import { issueKey, STANDARD_QUOTA } from '../accounts/issue-key.ts';
import { EMAIL_RULE, isEmailAddress } from '../domain/email-address.ts';
import type { LocalTime } from '../domain/local-time.ts';
import { printable } from '../domain/printable.ts';
import { domainOf, EligibleDomains } from '../keys/eligible-domain.ts';
import type { Key } from '../store/account-store.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { clockOf, timeOf } from './clock.ts';
import { action, OperatorError } from './failure.ts';
import { parseWhole } from './parse-setting.ts';
import { printResult } from './result.ts';
import { addSettings, type Settings } from './settings.ts';

interface KeySettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly json: boolean;
}

interface IssueSettings extends KeySettings, Pick<Settings, 'eligibleDomains'> {
  readonly email: string;
  readonly quota: number;
  readonly force: boolean;
}

/** `headcount keys`: issues, lists and revokes API keys, and sets their quotas. */
export function keysCommand(): Command {
  const now = clockOf(null);
  const issue = addSettings(subcommand('issue', 'Issue a key and print it. It is shown only once.'), [
    'eligibleDomains',
  ])
    .requiredOption('--email <address>', "the owner's e-mail address")
    .option('--quota <number>', 'requests a day', parseQuota, STANDARD_QUOTA)
    .option('--force', 'issue the key for any domain', false)
    .action(
      withStore(async (store, time, settings: IssueSettings) => {
        checkAddress(settings);
        const { key, secret } = await issueKey(store, { ...settings, now: now() });
        const issued = `${key.quota} requests a day, issued ${time.timestamp(key.createdAt)}`;
        if (!settings.json) console.error(`Key ${key.id} for ${key.email}, ${issued}:`);
        printResult(settings.json, { ...resultOf(key, time), key: secret }, secret);
      }),
    );
  const list = subcommand('list', 'List all keys.').action(
    withStore(async (store, time, { json }) => {
      const today = time.date(now()).toString();
      const keys = await Promise.all(
        (await store.listKeys()).map(async (key) => ({
          ...resultOf(key, time),
          usedToday: await store.usedQuota(key.id, today),
        })),
      );
      const heads = ['ID', 'KEY', 'OWNER', 'QUOTA', 'USED TODAY', 'ISSUED', 'REVOKED'];
      printResult(json, { keys }, table([heads, ...keys.map(listRow)]));
    }),
  );
  const revoke = subcommand('revoke', 'Revoke a key. It stops working at once.')
    .argument('<id>', 'ID of the key, as `keys list` shows it', parseId)
    .action((id: number, settings: KeySettings) =>
      withStore(async (store, time) => {
        const key = found(await store.revokeKey(id, now()), id);
        const text = `Key ${id} of ${key.email} was revoked at ${time.timestamp(key.revokedAt ?? 0)}.`;
        printResult(settings.json, resultOf(key, time), text);
      })(settings),
    );
  const quota = subcommand('quota', 'Set the daily quota of a key.')
    .argument('<id>', 'ID of the key, as `keys list` shows it', parseId)
    .argument('<requests>', 'requests a day', parseQuota)
    .action((id: number, requests: number, settings: KeySettings) =>
      withStore(async (store, time) => {
        const key = found(await store.setQuota(id, requests, now()), id);
        const text = `Key ${id} of ${key.email} may make ${key.quota} requests a day.`;
        printResult(settings.json, resultOf(key, time), text);
      })(settings),
    );
  const keys = new Command('keys')
    .description('Issue, list and revoke API keys, and set their quotas.')
    .helpCommand('help [command]', 'Print the help of a command.');
  for (const command of [issue, list, revoke, quota]) keys.addCommand(command);
  return keys;
}

function subcommand(name: string, description: string): Command {
  return addSettings(new Command(name).description(description), ['database', 'timeZone']).option(
    '--json',
    'print the result as JSON',
    false,
  );
}

/** Opens the store, which must exist, runs `run` and closes it. */
function withStore<Settings extends KeySettings>(
  run: (store: Store, time: LocalTime, settings: Settings) => Promise<void>,
): (settings: Settings) => Promise<void> {
  return action(async (settings: Settings) => {
    const store = await openStore(settings.database, { create: false });
    try {
      await run(store, timeOf(settings), settings);
    } finally {
      await store.close();
    }
  });
}

function checkAddress({ email, force, eligibleDomains }: IssueSettings): void {
  const domain = isEmailAddress(email) ? domainOf(email) : null;
  if (domain === null) throw new OperatorError(`--email: ${quoted(email)} is not ${EMAIL_RULE}`);
  if (force || new EligibleDomains({ allowed: eligibleDomains, denied: [] }).has(domain)) return;
  throw new OperatorError(
    `--email: ${domain} is not an eligible university domain (.edu, .edu.XX, .ac.XX, the list of universities, or one of --eligible-domains); ` +
      'add --force to issue the key anyway',
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function found(key: Key | null, id: number): Key {
  if (key === null) throw new OperatorError(`there is no key ${id}; \`headcount keys list\` lists all keys`);
  return key;
}

/** A key as commands return it, without its secret. */
interface KeyResult {
  readonly id: number;
  readonly prefix: string;
  readonly email: string;
  /** Requests a day. */
  readonly quota: number;
  readonly issuedAt: string;
  readonly revokedAt: string | null;
}

function resultOf({ id, prefix, email, quota, createdAt, revokedAt }: Key, time: LocalTime): KeyResult {
  const issuedAt = time.timestamp(createdAt);
  return {
    id,
    prefix,
    email,
    quota,
    issuedAt,
    revokedAt: revokedAt === null ? null : time.timestamp(revokedAt),
  };
}

function listRow(key: KeyResult & { readonly usedToday: number }): readonly string[] {
  return [
    `${key.id}`,
    `${key.prefix}…`,
    // Databases of earlier versions can contain any text.
    printable(key.email),
    `${key.quota}`,
    `${key.usedToday}`,
    key.issuedAt,
    key.revokedAt ?? '',
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function parseId(text: string): number {
  return parseWhole(text, 1, 999_999_999);
}

function parseQuota(text: string): number {
  return parseWhole(text, 0, 999_999_999);
}
