/**
 * What a backup contains: every row that cannot be computed from others, but no sign-in links and sessions. Names and
 * meaning are the same in all engines.
 */
import { counted } from '../../domain/texts.ts';
import { REPORT_SECRET, SERVED_VENUES, TIME_ZONE } from '../store.ts';

export type TableName =
  | 'account'
  | 'report'
  | 'photo'
  | 'photo_like'
  | 'api_key'
  | 'audit_event'
  | 'fact'
  | 'reporter'
  | 'reporter_report'
  | 'request_count';

export interface Table {
  readonly name: TableName;
  /** The columns that are backed up; the first one is or begins the primary key. */
  readonly columns: readonly string[];
}

/** Request counters; `touched_at` is in seconds since 1970. */
export const COUNTERS: Table = { name: 'request_count', columns: ['key_id', 'day', 'used', 'touched_at'] };

/** All tables, each after those that it refers to. */
export const TABLES: readonly Table[] = [
  { name: 'account', columns: ['id', 'email', 'created_at', 'deleted_at'] },
  { name: 'report', columns: ['id', 'created_at', 'bucket', 'latitude', 'longitude'] },
  { name: 'photo', columns: ['report_id', 'created_at', 'file', 'caption', 'expires_at'] },
  { name: 'photo_like', columns: ['report_id', 'account_id'] },
  {
    name: 'api_key',
    columns: [
      'id',
      'account_id',
      'hash',
      'prefix',
      'created_at',
      'revoked_at',
      'quota',
      'name',
      'expires_at',
      'venues',
    ],
  },
  {
    name: 'audit_event',
    columns: ['id', 'at', 'actor', 'action', 'account_id', 'key_id', 'detail'],
  },
  { name: 'fact', columns: ['name', 'value'] },
  {
    name: 'reporter',
    columns: ['id', 'name', 'hash', 'prefix', 'created_at', 'removed_at', 'heard_at', 'every'],
  },
  { name: 'reporter_report', columns: ['report_id', 'reporter_id', 'request'] },
  COUNTERS,
];

/** The name of the metadata that identifies an SQLite file; each database has its own. */
export const DATABASE_ID = 'identity';

/** How many rows to hold in memory at once. */
export const BATCH = 5000;

export type Row = Readonly<Record<string, number | string | null | Uint8Array>>;

/** The number of rows per table; the database's own id doesn't count as metadata. */
export type Counts = Readonly<Record<TableName, number>>;

/** No rows. */
export const NO_ROWS = Object.fromEntries(TABLES.map(({ name }) => [name, 0])) as Counts;

/**
 * Counts the rows of every table; `count` runs a query that returns one number named `count`. Those that
 * `exists` says are missing, in a backup of an earlier version, have none.
 */
export async function countRows(
  count: (sql: string) => number | Promise<number>,
  exists: (table: TableName) => boolean = () => true,
): Promise<Counts> {
  const counts: Record<TableName, number> = { ...NO_ROWS };
  for (const { name } of TABLES) {
    if (!exists(name)) continue;
    const which = name === 'fact' ? ` WHERE name <> '${DATABASE_ID}'` : '';
    counts[name] = await count(`SELECT count(*) AS count FROM ${name}${which}`);
  }
  return counts;
}

/** The tables whose numbers of rows differ, each in words; empty if all are the same. */
export function differences(expected: Counts, actual: Counts): readonly string[] {
  return TABLES.filter(({ name }) => expected[name] !== actual[name]).map(
    ({ name }) => `${actual[name]} instead of ${counted(expected[name], 'row')} in ${name}`,
  );
}

/** Returns 1 as `count` if a database has anything that a restore would replace, else 0. A service that has added nothing leaves its time zone, its secret and the ids of its venues. */
export const HAS_DATA = `
  SELECT count(*) AS count FROM (SELECT 1 AS one) AS single
  WHERE EXISTS (SELECT 1 FROM report) OR EXISTS (SELECT 1 FROM account)
    OR EXISTS (SELECT 1 FROM fact WHERE name NOT IN ('${DATABASE_ID}', '${TIME_ZONE}', '${REPORT_SECRET}', '${SERVED_VENUES}'))`;
