import { issueKey } from '../../src/accounts/keys.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { sumOf } from '../result.ts';
import { PROGRAM, startServer } from '../servers.ts';

/** A PostgreSQL server with the demo's reports, and the benchmark's own connection to it. */
export interface Cluster extends AsyncDisposable {
  readonly url: string;
  readonly store: Store;
}

export async function createCluster(): Promise<Cluster> {
  const server = await PostgresServer.create();
  const { url } = server;
  await server.start();
  const demo = await startServer([...PROGRAM, 'demo', '--port', '0', '--database', url]);
  await demo.end();
  const store = await openStore(parseDatabaseAddress(url), { create: false });
  return {
    url,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await server.remove();
    },
  };
}

export function newKey({ store }: Cluster, quota: number) {
  return issueKey(store, { email: 'bench@university.example', quota, now: 0 });
}

/** Returns how many requests a key has used, also over midnight. */
export async function used({ store }: Cluster, key: number): Promise<number> {
  const now = Temporal.Now.plainDateISO();
  const days = [now.subtract({ days: 1 }), now, now.add({ days: 1 })];
  return sumOf(await Promise.all(days.map((day) => store.usedQuota(key, day.toString()))), (count) => count);
}
