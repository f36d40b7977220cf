import type { Command } from 'commander';
import { detailWithTimes } from '../../../accounts/account-data.ts';
import type { LocalTime } from '../../../service/domain/local-time.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import type { AuditEvent } from '../../../service/store/account-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { parseWhole } from '../parse-setting.ts';
import { printResult } from '../result.ts';
import { keyOf } from './key-of.ts';
import {
  accountOf,
  isId,
  option,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';
import { parseWhen, sinceOf, type When } from './when.ts';

interface AuditSettings extends StoreSettings {
  readonly account: string | null;
  readonly key: number | null;
  readonly since: When | null;
  readonly limit: number;
}

/** What applies without a filter. */
const ALL = { value: null, shown: 'all' } as const;

/** `headcount audit`: the log of what happened to accounts, keys and quotas. */
export function auditCommand(): Command {
  return storeCommand('audit', 'Print what happened to accounts, keys and quotas, the newest first.')
    .addOption(
      option('--account <account>', 'only events of this account, by its ID or e-mail address', String, ALL),
    )
    .addOption(option('--key <id>', 'only events of this key, by its ID', parseId, ALL))
    .addOption(
      option(
        '--since <when>',
        'only events from this date on, or of the last days, such as 7d',
        parseWhen,
        ALL,
      ),
    )
    .addOption(option('--limit <n>', 'most events to print', parseLimit, { value: 100, shown: '100' }))
    .action(
      withStore<AuditSettings>(async ({ store, time, now }, { json, account, key, since, limit }) => {
        if (key !== null) await keyOf({ store }, key);
        const events = await store.auditEvents({
          ...(account === null ? {} : { account: await idOf(store, account) }),
          ...(key === null ? {} : { key }),
          ...(since === null ? {} : { since: sinceOf(since, now, time) }),
          limit,
        });
        const text = [zoneSentence(time), eventTable(events, time, { accounts: true })].join('\n');
        printResult(json, { events: eventResults(events, time) }, events.length === 0 ? 'No events.' : text);
      }),
    );
}

function parseLimit(text: string): number {
  return parseWhole(text, 1, 1_000_000);
}

/** Events outlive accounts, so an ID needs none if it has events. */
async function idOf(store: Store, account: string): Promise<number> {
  const hasEvents =
    isId(account) && (await store.auditEvents({ account: Number(account), limit: 1 })).length > 0;
  return hasEvents ? Number(account) : (await accountOf(store, account)).id;
}

/** Events as `--json`. */
export function eventResults(events: readonly AuditEvent[], time: LocalTime): readonly object[] {
  const timestamp = (at: Micros) => time.timestamp(at);
  return events.map(({ at, detail, ...event }) => ({
    ...event,
    detail: detailWithTimes(detail, timestamp),
    at: timestamp(at),
  }));
}

/** Events in a table. */
export function eventTable(
  events: readonly AuditEvent[],
  time: LocalTime,
  { accounts }: { readonly accounts: boolean },
): string {
  const heads = ['TIME', 'WHO', ...(accounts ? ['ACCOUNT'] : []), 'KEY', 'EVENT'];
  const rows = events.map(({ at, actor, action, account, key, detail }) => ({
    cells: [
      shortTime(at, time),
      actor,
      ...(accounts ? [`${account ?? ''}`] : []),
      `${key ?? ''}`,
      `${action} ${detailWithTimes(detail, (end) => shortTime(end, time))}`.trim(),
    ],
  }));
  return table(heads, rows);
}
