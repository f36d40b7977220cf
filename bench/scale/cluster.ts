/** Service processes that share one PostgreSQL server. */
import { issueKey } from '../../src/accounts/keys.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { PROGRAM, type Server, startServer } from '../servers.ts';

export class Cluster implements AsyncDisposable {
  readonly server: PostgresServer;
  /** The benchmark's own connection to the database. */
  readonly #store: Store;

  private constructor(server: PostgresServer, store: Store) {
    this.server = server;
    this.#store = store;
  }

  /** Starts a PostgreSQL server and fills a database with the demo's reports. */
  static async create(): Promise<Cluster> {
    const server = await PostgresServer.create();
    await server.start();
    const demo = await startServer([...PROGRAM, 'demo', '--port', '0', '--database', server.url]);
    await demo.end();
    const store = await openStore(parseDatabaseAddress(server.url), { create: false });
    return new Cluster(server, store);
  }

  /** Starts a service, on the port of `url` if given. */
  serve(url = 'http://127.0.0.1:0'): Promise<Server> {
    const given = ['--port', new URL(url).port, '--database', this.server.url, '--log-level', 'silent'];
    return startServer([...PROGRAM, 'serve', ...given]);
  }

  async issueKey(quota: number): Promise<{ readonly id: number; readonly secret: string }> {
    const owner = { email: 'bench@university.example', quota, now: 0 };
    const { key, secret } = await issueKey(this.#store, owner);
    return { id: key.id, secret };
  }

  /** Returns how many requests a key has used, also over midnight. */
  async used(key: number): Promise<number> {
    const now = Temporal.Now.plainDateISO();
    const days = [now.subtract({ days: 1 }), now, now.add({ days: 1 })];
    const counts = await Promise.all(days.map((day) => this.#store.usedQuota(key, day.toString())));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close();
    await this.server.remove();
  }
}
