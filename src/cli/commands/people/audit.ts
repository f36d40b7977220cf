import type { Command } from 'commander';
import { detailWithTimes } from '../../../accounts/account-data.ts';
import type { LocalTime } from '../../../service/domain/local-time.ts';
import type { Micros } from '../../../service/domain/micros.ts';
import type { AuditEvent } from '../../../service/store/account-store.ts';
import { openExisting } from '../../../service/store/open-store.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Settings } from '../../settings/settings.ts';
import { printResult } from '../action.ts';
import { databasesOf, forEachDatabase, type NamedDatabase } from '../venue-databases.ts';
import { addVenue, type VenueOptions } from '../venue-option.ts';
import { keyOf } from './found-keys.ts';
import {
  accountOf,
  isId,
  limitOption,
  option,
  parseId,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, table, zoneSentence } from './table.ts';
import { parseWhen, sinceOf, type When } from './when.ts';

interface AuditSettings extends StoreSettings, VenueOptions {
  readonly venues: Settings['venues'];
  readonly account: string | null;
  readonly key: number | null;
  readonly since: When | null;
  readonly limit: number;
}

/** An event, and the venue where it happened; null: at none, or at the only one. */
type VenueEvent = AuditEvent & { readonly venue?: string | null };

/** The default of a filter. */
const ALL = { value: null, shown: 'all' } as const;

/** `headcount audit`: the log of what happened to accounts, keys, quotas, devices and reports. */
export function auditCommand(): Command {
  const command = storeCommand(
    'audit',
    'Print what happened to accounts, keys, quotas, devices, reports and hours, the newest first.',
  );
  return addVenue(command, 'all')
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
    .addOption(limitOption('events'))
    .action(
      withStore<AuditSettings>(async (context, settings) => {
        const { store, time, now } = context;
        const { json, account, key, since, limit } = settings;
        if (key !== null) await keyOf(context, key);
        const filter = {
          ...(account === null ? {} : { account: await idOf(store, account) }),
          ...(key === null ? {} : { key }),
          ...(since === null ? {} : { since: sinceOf(since, now, time) }),
          limit,
        };
        // Accounts and keys are those of the first database.
        const others = account === null && key === null ? databasesOf(settings).slice(1) : [];
        const own = (await store.auditEvents(filter)).map((event) =>
          settings.venues === null ? event : { ...event, venue: settings.venue },
        );
        const events = [...own, ...(await eventsAt(others, filter))]
          .toSorted((one, other) => other.at - one.at)
          .slice(0, limit);
        const text = [zoneSentence(time), eventTable(events, time, { accounts: true })].join('\n');
        printResult(json, { events: eventResults(events, time) }, events.length === 0 ? 'No events.' : text);
      }),
    );
}

/** The events of venues. One whose database can't be read is named, and the others are printed. */
async function eventsAt(
  venues: readonly NamedDatabase[],
  filter: Parameters<Store['auditEvents']>[0],
): Promise<readonly VenueEvent[]> {
  const events: VenueEvent[] = [];
  await forEachDatabase(venues, async ({ venue, database }) => {
    const store = await openExisting(database);
    // Nobody has served it yet.
    if (store === null) return;
    try {
      for (const event of await store.auditEvents(filter)) events.push({ ...event, venue });
    } finally {
      await store.close();
    }
  });
  return events;
}

/** Events outlive accounts, so an ID needs none if it has events. */
async function idOf(store: Store, account: string): Promise<number> {
  const hasEvents =
    isId(account) && (await store.auditEvents({ account: Number(account), limit: 1 })).length > 0;
  return hasEvents ? Number(account) : (await accountOf(store, account)).id;
}

/** Events as `--json`. */
export function eventResults(events: readonly VenueEvent[], time: LocalTime): readonly object[] {
  const timestamp = (at: Micros) => time.timestamp(at);
  return events.map(({ at, detail, ...event }) => ({
    ...event,
    detail: detailWithTimes(detail, timestamp),
    at: timestamp(at),
  }));
}

/** Events in a table. */
export function eventTable(
  events: readonly VenueEvent[],
  time: LocalTime,
  { accounts }: { readonly accounts: boolean },
): string {
  const isOfVenues = events.some(({ venue }) => typeof venue === 'string');
  const heads = [
    'TIME',
    'WHO',
    ...(isOfVenues ? ['VENUE'] : []),
    ...(accounts ? ['ACCOUNT'] : []),
    'KEY',
    'EVENT',
  ];
  const rows = events.map(({ at, actor, action, venue, account, key, detail }) => ({
    cells: [
      shortTime(at, time),
      actor,
      ...(isOfVenues ? [venue ?? ''] : []),
      ...(accounts ? [`${account ?? ''}`] : []),
      `${key ?? ''}`,
      `${action} ${detailWithTimes(detail, (end) => shortTime(end, time))}`.trim(),
    ],
  }));
  return table(heads, rows);
}
