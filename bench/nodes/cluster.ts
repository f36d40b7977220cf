/** Service processes that share one PostgreSQL server. */
import { issueKey } from '../../src/accounts/issue-key.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { HAS_POOLER, Pooler } from '../../tools/postgres-server/pooler.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { PROJECT, programIn, type Server, startScript } from '../serving/servers.ts';

const PROGRAM = programIn(PROJECT);

/** How to start a service. */
interface Serving {
  readonly url?: string;
  readonly through?: { readonly url: string };
}

export class Cluster {
  readonly server: PostgresServer;
  /** Before the server, in transaction mode. */
  readonly pooler: Pooler;
  /** The benchmark's own connection to the database. */
  readonly store: Store;
  readonly #services = new Set<Server>();

  private constructor(server: PostgresServer, pooler: Pooler, store: Store) {
    this.server = server;
    this.pooler = pooler;
    this.store = store;
  }

  /** Starts a PostgreSQL server and fills a database with the demo's reports. */
  static async create(): Promise<Cluster> {
    if (!HAS_POOLER)
      throw new Error(
        'This benchmark needs PgBouncer. Install it first, as with `apt-get install pgbouncer`.',
      );
    const server = await PostgresServer.create();
    await server.start();
    const database = server.url;
    const demo = await startScript(PROGRAM, 'demo', '--port', '0', '--database', database);
    await demo.stop();
    const store = await openStore(parseDatabaseAddress(database), { create: false });
    const pooler = await Pooler.create(database, { pool_mode: 'transaction' });
    return new Cluster(server, pooler, store);
  }

  /** Starts a service on the server, or behind the pooler, on the port of `url` if given. */
  async serve({ url, through = this.server }: Serving = {}): Promise<Server> {
    const port = url === undefined ? '0' : new URL(url).port;
    const given = ['--port', port, '--database', through.url, '--log-level', 'silent'];
    const service = await startScript(PROGRAM, 'serve', ...given);
    this.#services.add(service);
    return service;
  }

  async issueKey(quota: number): Promise<{
    readonly id: number;
    readonly secret: string;
    readonly headers: Record<string, string>;
  }> {
    const { key, secret } = await issueKey(this.store, { email: 'bench@university.example', quota, now: 0 });
    return { id: key.id, secret, headers: { Authorization: `Token ${secret}` } };
  }

  /** Returns how many requests a key has used, also over midnight. */
  async used(key: number): Promise<number> {
    const now = Temporal.Now.plainDateISO();
    const days = [now.subtract({ days: 1 }), now, now.add({ days: 1 })];
    const counts = await Promise.all(days.map((day) => this.store.usedQuota(key, day.toString())));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async end(service: Server, how: 'stop' | 'kill' = 'stop'): Promise<void> {
    this.#services.delete(service);
    await service[how]();
  }

  async remove(): Promise<void> {
    for (const service of this.#services) await this.end(service);
    await this.store.close();
    await this.pooler.remove();
    await this.server.remove();
  }
}
