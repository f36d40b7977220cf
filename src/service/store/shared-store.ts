/** The part of a store whose statements both engines share; each engine runs them (`AccountDatabase`) and adds the rest. */
import { type Micros, SECOND } from '../domain/micros.ts';
import { accountStore } from './accounts/accounts.ts';
import { auditLog } from './accounts/audit.ts';
import { keyStore } from './accounts/keys.ts';
import { sessionStore } from './accounts/sessions.ts';
import type { AccountDatabase } from './accounts/statements.ts';
import { liveReports } from './live/live-reports.ts';
import { reporters } from './live/reporters.ts';
import { reportReader } from './reports.ts';
import { requestCounts } from './request-counts.ts';
import type { Store } from './store.ts';

type OwnReads = Pick<Store, 'metadata' | 'newestEvent'>;

type SharedStore = OwnReads &
  ReturnType<typeof reportReader> &
  ReturnType<typeof keyStore> &
  ReturnType<typeof accountStore> &
  ReturnType<typeof auditLog> &
  ReturnType<typeof liveReports> &
  ReturnType<typeof reporters> &
  ReturnType<typeof sessionStore> &
  ReturnType<typeof requestCounts>;

/** `counters` has the request counters and sessions. They belong to the database with this id, if another may take its place. */
export function sharedStore(
  database: AccountDatabase,
  counters: AccountDatabase,
  databaseId?: string,
): SharedStore {
  const own: OwnReads = {
    async metadata(name) {
      const [row] = await database.rows<{ value: string }>(READ_METADATA, name);
      return row?.value ?? null;
    },

    async newestEvent(now) {
      const [event] = await database.rows<{ at: Micros | null }>(NEWEST_EVENT, now);
      const [count] = await counters.rows<{ at: Micros | null }>(NEWEST_COUNT, Math.floor(now / SECOND));
      const times = [event?.at, count?.at].filter((at) => typeof at === 'number');
      return times.length === 0 ? null : Math.max(...times);
    },
  };
  return {
    ...reportReader(database),
    ...keyStore(database),
    ...accountStore(database),
    ...auditLog(database),
    ...liveReports(database),
    ...reporters(database),
    ...sessionStore(counters, databaseId),
    ...requestCounts(counters),
    ...own,
  };
}

export const READ_METADATA = 'SELECT value FROM fact WHERE name = $1';

/** Changes nothing if the value is the same. */
export const SET_METADATA = `
  INSERT INTO fact AS f (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE f.value <> excluded.value`;

const NEWEST_EVENT = `
  SELECT max(at) AS at FROM (
    SELECT max(created_at) AS at FROM report WHERE created_at <= $1
    UNION ALL SELECT max(at) FROM audit_event WHERE at <= $1) AS newest`;

const NEWEST_COUNT = `SELECT max(touched_at) * ${SECOND} AS at FROM request_count WHERE touched_at <= $1`;
