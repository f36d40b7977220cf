/** The part of a store whose statements both engines share; each engine runs them (`ReportDatabase`) and adds the rest. */
import { type Micros, SECOND } from '../domain/micros.ts';
import { accountStore } from './accounts/accounts.ts';
import { auditLog } from './accounts/audit.ts';
import { keyStore } from './accounts/keys.ts';
import { sessionStore } from './accounts/sessions.ts';
import { READ_METADATA, reportWriter } from './add-reports.ts';
import type { Owner } from './checkpoints.ts';
import { reportExports } from './export-reports.ts';
import { liveReports } from './live/live-reports.ts';
import { reporters } from './live/reporters.ts';
import { photoReader } from './photos.ts';
import { reportReader } from './reports.ts';
import { requestCounts } from './request-counts.ts';
import type { Staging } from './staged-reports.ts';
import type { ReportDatabase, StoreDatabase } from './statements.ts';
import type { CheckpointStore, Store } from './store.ts';

/** Each engine has its own of these. */
type Own = 'version' | 'consumeQuota' | keyof CheckpointStore | 'ping' | 'poolUse' | 'beside' | 'close';

/** `counters` has the request counters and sessions, which belong to `owner`. */
export function sharedStore(
  database: ReportDatabase,
  staging: Staging,
  counters: StoreDatabase,
  owner: Owner,
): Omit<Store, Own> {
  return {
    ...reportReader(database),
    ...photoReader(database),
    ...reportExports(database),
    ...reportWriter(database, staging),
    ...keyStore(database),
    ...accountStore(database),
    ...auditLog(database),
    ...liveReports(database),
    ...reporters(database),
    ...sessionStore(counters, owner),
    ...requestCounts(counters),

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
}

/** A key that nobody has; looking for it shows whether a request could find its own. */
export const NO_HASH = new Uint8Array(32);

const NEWEST_EVENT = `
  SELECT max(at) AS at FROM (
    SELECT max(created_at) AS at FROM report WHERE created_at <= $1
    UNION ALL SELECT max(at) FROM audit_event WHERE at <= $1) AS newest`;

const NEWEST_COUNT = `SELECT max(touched_at) * ${SECOND} AS at FROM request_count WHERE touched_at <= $1`;
