/** A PostgreSQL server with simulated reports, and services on it, for one fault. */
import pg from 'pg';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../../src/keys/api-key.ts';
import { openStore, parseDatabaseAddress } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { PostgresServer } from '../../../tools/postgres-server/postgres-server.ts';
import { PROJECT, programIn, type Server, startScript } from '../../serving/servers.ts';
import { runProgram } from '../sqlite-database.ts';

export interface Database {
  readonly server: PostgresServer;
  /** The benchmark's own way to the data. */
  readonly store: Store;
  readonly url: string;
  /** Starts a service on the database, or on it by way of another address. */
  serve(url?: string): Promise<Server>;
  issueKey(quota: number): Promise<{ readonly id: number; readonly headers: Record<string, string> }>;
  /** Has the server ask a user for a password; it trusts all others. */
  requirePasswordOf(user: string): Promise<void>;
  /** Of the definitions of all tables, and of the rows that a program may change at start. */
  digest(): Promise<string>;
  /** Runs SQL over a connection of its own, which `end` closes; closing rolls back. */
  operator(): Promise<{ run(sql: string): Promise<void>; end(): Promise<void> }>;
}

/** Calls `use` with a new server, and removes it afterwards. */
export async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const server = await PostgresServer.create();
  await server.start();
  const url = `${server.url}?schema=headcount`;
  const services = new Set<Server>();
  let store: Store | null = null;
  try {
    await runProgram(['simulate', '--weeks', '3', '--database', url]);
    const own = await openStore(parseDatabaseAddress(url), { create: false });
    store = own;
    return await use({
      server,
      store: own,
      url,
      async serve(other = url) {
        const given = ['--port', '0', '--database', other, '--log-level', 'silent'];
        const service = await startScript(programIn(PROJECT), 'serve', ...given);
        services.add(service);
        return service;
      },
      async issueKey(quota) {
        const key = newApiKey();
        const account = { email: 'bench@university.example', createdAt: 0, quota };
        const { id } = await own.issueKey({ hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...account });
        return { id, headers: { Authorization: `Token ${key}` } };
      },
      requirePasswordOf: (user) => server.requirePasswordOf(user),
      digest: () => digestOf(server.url),
      async operator() {
        const client = new pg.Client({ connectionString: server.url, options: '-c search_path=headcount' });
        client.on('error', () => undefined);
        await client.connect();
        return { run: async (sql) => void (await client.query(sql)), end: () => client.end() };
      },
    });
  } finally {
    await Promise.all([...services].map((service) => service.kill()));
    await store?.close();
    await server.remove();
  }
}

async function digestOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = `
      SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2, 3`;
    const rows: unknown[] = [];
    for (const sql of [
      columns,
      'SELECT * FROM headcount.headcount_layout ORDER BY 1',
      'SELECT * FROM headcount.data_version',
    ]) {
      rows.push((await client.query(sql)).rows);
    }
    return JSON.stringify(rows);
  } finally {
    await client.end();
  }
}
