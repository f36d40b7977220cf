/** Service processes that share one PostgreSQL server. */
import { issueKey } from '../../src/accounts/keys.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { PROJECT, programIn, type Server, startScript } from '../serving/servers.ts';

const PROGRAM = programIn(PROJECT);

export class Cluster {
  readonly server: PostgresServer;
  /** The benchmark's own connection to the database. */
  readonly store: Store;
  readonly #services = new Set<Server>();

  private constructor(server: PostgresServer, store: Store) {
    this.server = server;
    this.store = store;
  }

  /** Starts a PostgreSQL server and fills a database with the demo's reports. */
  static async create(): Promise<Cluster> {
    const server = await PostgresServer.create();
    await server.start();
    const database = server.url;
    const demo = await startScript(PROGRAM, 'demo', '--port', '0', '--database', database);
    await demo.stop();
    const store = await openStore(parseDatabaseAddress(database), { create: false });
    return new Cluster(server, store);
  }

  /** Starts a service, on the port of `url` if given. */
  async serve(url?: string): Promise<Server> {
    const port = url === undefined ? '0' : new URL(url).port;
    const given = ['--port', port, '--database', this.server.url, '--log-level', 'silent'];
    const service = await startScript(PROGRAM, 'serve', ...given);
    this.#services.add(service);
    return service;
  }

  serveAll(count: number): Promise<readonly Server[]> {
    return Promise.all(Array.from({ length: count }, () => this.serve()));
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
    await this.server.remove();
  }
}
