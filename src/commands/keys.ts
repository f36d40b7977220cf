import { Command } from 'commander';
import type { LocalTime } from '../domain/local-time.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import { domainOf, isEligibleDomain } from '../keys/eligible-domain.ts';
import { type DatabaseAddress, openStore } from '../store/open-store.ts';
import type { Key, Store } from '../store/store.ts';
import { STANDARD_QUOTA } from './demo-key.ts';
import { action, OperatorError } from './failure.ts';
import { clockOf, timeOf } from './service.ts';
import { addSettings, parseWhole } from './settings.ts';

interface KeySettings {
  readonly database: DatabaseAddress;
  readonly timeZone: string | null;
}

interface IssueSettings extends KeySettings {
  readonly email: string;
  readonly quota: number;
  readonly force: boolean;
  readonly eligibleDomains: readonly string[];
}

/** `headcount keys`: issues API keys, lists and revokes them, and sets their quotas. */
export function keysCommand(): Command {
  const now = clockOf(null);
  const issue = addSettings(subcommand('issue', 'Issue a key and print it; it is shown this once.'), [
    'eligibleDomains',
  ])
    .requiredOption('--email <address>', "the owner's e-mail address")
    .option('--quota <number>', 'requests a day', parseQuota, STANDARD_QUOTA)
    .option('--force', 'issue it for any domain', false)
    .action(
      using(async (store, time, settings: IssueSettings) => {
        checkAddress(settings);
        const text = newApiKey();
        const key = await store.issueKey({
          hash: hashApiKey(text),
          prefix: apiKeyPrefix(text),
          email: settings.email,
          createdAt: now(),
          quota: settings.quota,
        });
        console.error(
          `Key ${key.id} for ${key.email}, ${key.quota} requests a day, issued ${time.timestamp(key.createdAt)}:`,
        );
        console.log(text);
      }),
    );
  const list = subcommand('list', 'List all keys.').action(
    using(async (store, time) => {
      const today = time.date(now()).toString();
      const rows = await Promise.all(
        (await store.listKeys()).map(async (key) => listRow(key, await store.usedQuota(key.id, today), time)),
      );
      console.log(table([['ID', 'KEY', 'OWNER', 'QUOTA', 'USED TODAY', 'ISSUED', 'REVOKED'], ...rows]));
    }),
  );
  const revoke = subcommand('revoke', 'Revoke a key; it stops working at once.')
    .argument('<id>', 'number of the key, as `keys list` shows it', parseId)
    .action((id: number, settings: KeySettings) =>
      using(async (store, time) => {
        const key = found(await store.revokeKey(id, now()), id);
        console.log(`Key ${id} of ${key.email} is revoked since ${time.timestamp(key.revokedAt ?? 0)}.`);
      })(settings),
    );
  const quota = subcommand('quota', 'Set how many requests a day a key may make.')
    .argument('<id>', 'number of the key, as `keys list` shows it', parseId)
    .argument('<requests>', 'requests a day', parseQuota)
    .action((id: number, requests: number, settings: KeySettings) =>
      using(async (store) => {
        const key = found(await store.setQuota(id, requests), id);
        console.log(`Key ${id} of ${key.email} may make ${key.quota} requests a day.`);
      })(settings),
    );
  const keys = new Command('keys').description('Issue, list and revoke API keys, and set their quotas.');
  for (const command of [issue, list, revoke, quota]) keys.addCommand(command);
  return keys;
}

function subcommand(name: string, description: string): Command {
  return addSettings(new Command(name).description(description), ['database', 'timeZone']);
}

/** Runs with the store of the settings, which is closed afterwards. A missing database is not made. */
function using<Settings extends KeySettings>(
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
  const domain = domainOf(email);
  if (domain === null) throw new OperatorError(`--email: "${email}" is not an e-mail address`);
  if (force || isEligibleDomain(domain, eligibleDomains)) return;
  throw new OperatorError(
    `--email: ${domain} is not an eligible university domain (.edu, .edu.XX, .ac.XX, or one of --eligible-domains); ` +
      'add --force to issue the key all the same',
  );
}

function found(key: Key | null, id: number): Key {
  if (key === null)
    throw new OperatorError(`there is no key ${id}; \`headcount keys list\` shows those there are`);
  return key;
}

function listRow(key: Key, used: number, time: LocalTime): readonly string[] {
  const revoked = key.revokedAt === null ? '' : time.timestamp(key.revokedAt);
  return [
    `${key.id}`,
    `${key.prefix}…`,
    key.email,
    `${key.quota}`,
    `${used}`,
    time.timestamp(key.createdAt),
    revoked,
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
