/** The store on a PostgreSQL server, shared by any number of processes on any number of machines. */
import type { Micros } from '../../domain/micros.ts';
import { accountStore } from '../accounts/accounts.ts';
import { auditLog } from '../accounts/audit.ts';
import { keyStore } from '../accounts/keys.ts';
import { sessionStore } from '../accounts/sessions.ts';
import { liveReports } from '../live/live-reports.ts';
import { reporters } from '../live/reporters.ts';
import type { Store } from '../store.ts';
import { accountDatabase } from './account-database.ts';
import { addReports, metadataStore } from './add-reports.ts';
import type { PostgresAddress } from './address.ts';
import { listenForChanges } from './change-listener.ts';
import { checkpointStore } from './checkpoints.ts';
import { Database } from './connection.ts';
import { DataVersion } from './data-version.ts';
import { exportReports, observationColumns } from './export-reports.ts';
import { migrate } from './migrations.ts';
import { photoReader } from './photos.ts';
import { quotaStore } from './quota.ts';
import { reportReader } from './reports.ts';
import { MIGRATIONS } from './schema.ts';

/**
 * Opens the store at an address and updates it to this program's version; with `create` also creates a missing schema.
 * `onError` is called with errors that no call returns. Throws `StoreError` if the server does not respond or rejects the
 * connection, if the database or, without `create`, the schema is missing, or if the schema belongs to another program
 * or a newer version.
 */
export async function openPostgresStore(
  address: PostgresAddress,
  {
    create = false,
    onError,
  }: { readonly create?: boolean; readonly onError?: (error: unknown) => void } = {},
): Promise<Store> {
  const database = await Database.open(address, onError);
  try {
    await migrate(database, MIGRATIONS, create);
  } catch (error) {
    await database.close();
    throw error;
  }
  const version = new DataVersion(database);
  const listener = listenForChanges(database, () => version.hint());
  const checkpoints = checkpointStore(database);
  const accounts = accountDatabase(database, version);
  const keys = keyStore(accounts);
  const { rehearseCount, ...quota } = quotaStore(database);
  return {
    ...reportReader(database),
    ...photoReader(database),
    ...keys,
    ...accountStore(accounts),
    ...auditLog(accounts),
    ...liveReports(accounts, { countsAdded: true }),
    ...reporters(accounts),
    ...sessionStore(accounts),
    ...metadataStore(database, version),
    ...quota,
    ...checkpoints,

    version: () => version.current(),
    poolUse: () => database.poolUse(),
    observationColumns: (span) => observationColumns(database, span),
    exportReports: (span) => exportReports(database, span),
    addReports: (batches) => addReports(database, version, batches),

    async ping() {
      await Promise.all([database.rows(READ), keys.findKey(NO_HASH), rehearseCount()]);
    },

    async newestEvent(now) {
      const [row] = await database.rows<{ at: Micros | null }>(NEWEST_EVENT, now);
      return row?.at ?? null;
    },

    async close() {
      await Promise.all([listener.stop(), database.close()]);
    },
  };
}

const NEWEST_EVENT = `
  SELECT greatest(
    (SELECT max(created_at) FROM report WHERE created_at <= $1::bigint),
    (SELECT max(at) FROM audit_event WHERE at <= $1),
    (SELECT (extract(epoch FROM max(touched_at)) * 1000000)::bigint FROM request_count
      WHERE touched_at <= to_timestamp($1 / 1000000))) AS at`;

/** What every request reads, besides its key. */
const READ = {
  name: 'ping',
  text: 'SELECT version, (SELECT 1 FROM report LIMIT 1) FROM data_version',
  urgent: true,
};

const NO_HASH = new Uint8Array(32);
