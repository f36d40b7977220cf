/** The store on a PostgreSQL server, shared by any number of processes on any number of machines. */
import { type Micros, SECOND } from '../../domain/micros.ts';
import { accountStore } from '../accounts/accounts.ts';
import { auditLog } from '../accounts/audit.ts';
import { keyStore } from '../accounts/keys.ts';
import { sessionStore } from '../accounts/sessions.ts';
import { liveReports } from '../live/live-reports.ts';
import { reporters } from '../live/reporters.ts';
import { reportReader } from '../reports.ts';
import { requestCounts } from '../request-counts.ts';
import type { Store } from '../store.ts';
import { accountDatabase } from './account-database.ts';
import { addReports, metadataStore } from './add-reports.ts';
import type { PostgresAddress } from './address.ts';
import { checkpointStore } from './checkpoints.ts';
import { Database } from './connection.ts';
import { DataVersion } from './data-version.ts';
import { exportReports, observationColumns } from './export-reports.ts';
import { migrate } from './migrations.ts';
import { photoReader } from './photos.ts';
import { quotaStore } from './quota.ts';
import { LAYOUT } from './schema.ts';
import { Server } from './server.ts';

/**
 * Opens the store at an address; with `create` also creates a missing schema. `onError` is called with errors that no call returns. Throws
 * `StoreError` if the server does not respond or rejects the connection, if the database or, without `create`, the schema is missing, or if
 * the schema belongs to another program or to another version.
 */
export async function openPostgresStore(
  address: PostgresAddress,
  {
    create = false,
    onError,
  }: { readonly create?: boolean; readonly onError?: (error: unknown) => void } = {},
): Promise<Store> {
  const server = await Server.connect(address, onError);
  try {
    const store = await openStoreOn(server, address.schema, { create });
    return {
      ...store,
      beside: (schema, options) => openStoreOn(server, schema, options),
      async close() {
        await store.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Opens the store in a schema of a server, which many can share; closing it does not close the server. Throws as `openPostgresStore` does. */
export async function openStoreOn(
  server: Server,
  schema: string,
  { create }: { readonly create: boolean },
): Promise<Store> {
  const database = new Database(server, schema);
  await migrate(database, LAYOUT, { create });
  const version = new DataVersion(database);
  const listening = server.listener.listen(schema, () => version.hint());
  const checkpoints = checkpointStore(database);
  const accounts = accountDatabase(database, version);
  const keys = keyStore(accounts);
  const { rehearseCount, ...quota } = quotaStore(database);
  return {
    ...reportReader(accounts),
    ...photoReader(database),
    ...keys,
    ...accountStore(accounts),
    ...auditLog(accounts),
    ...liveReports(accounts),
    ...reporters(accounts),
    ...sessionStore(accounts),
    ...metadataStore(database, version),
    ...quota,
    ...requestCounts(accounts),
    ...checkpoints,

    version: () => version.current(),
    poolUse: () => server.poolUse(),
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
      listening.stop();
      database.close();
    },
  };
}

const NEWEST_EVENT = `
  SELECT greatest(
    (SELECT max(created_at) FROM report WHERE created_at <= $1::bigint),
    (SELECT max(at) FROM audit_event WHERE at <= $1),
    (SELECT max(touched_at) * ${SECOND} FROM request_count WHERE touched_at <= $1 / ${SECOND})) AS at`;

/** What every request reads, besides its key. */
const READ = {
  name: 'ping',
  text: 'SELECT version, (SELECT 1 FROM report LIMIT 1) FROM data_version',
  urgent: true,
};

const NO_HASH = new Uint8Array(32);
