/** The store on a PostgreSQL server, shared by any number of processes on any number of machines. */
import { checkpointStore, ownerOf } from '../checkpoints.ts';
import { NO_HASH, sharedStore } from '../shared-store.ts';
import type { Store } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { Database } from './connection.ts';
import { DataVersion } from './data-version.ts';
import { migrate } from './migrations.ts';
import { quotaStore } from './quota.ts';
import { Server } from './server.ts';
import { STAGING } from './staging.ts';
import { storeDatabase } from './store-database.ts';

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
  await migrate(database, { create });
  const version = new DataVersion(database);
  const listening = server.listener.listen(schema, () => version.hint());
  const statements = storeDatabase(database, version);
  const owner = ownerOf(undefined);
  const shared = sharedStore(statements, STAGING, statements, owner);
  const { rehearseCount, ...quota } = quotaStore(database);
  return {
    ...shared,
    ...quota,
    ...checkpointStore(statements, owner),

    version: () => version.current(),
    poolUse: () => server.poolUse(),

    async ping() {
      await Promise.all([database.rows(READ), shared.findKey(NO_HASH), rehearseCount()]);
    },

    async close() {
      listening.stop();
      database.close();
    },
  };
}

/** What every request reads, besides its key. */
const READ = {
  name: 'ping',
  text: 'SELECT version, (SELECT 1 FROM report LIMIT 1) FROM data_version',
  urgent: true,
};
