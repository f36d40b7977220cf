/** Pools of connections, and single ones; no other file deals with the driver's configuration. */
import pg, { type PoolClient, type PoolConfig } from 'pg';
import { CONNECT_TIMEOUT } from './limits.ts';

/** The most connections for urgent statements: two for quotas, two for versions and keys. */
const URGENT_CONNECTIONS = 4;

/** The pools of a server: computations, exports and imports can use up theirs without keeping urgent statements waiting. */
export interface Pools {
  readonly urgent: pg.Pool;
  readonly computing: pg.Pool;
  readonly sessions: pg.Pool;
}

/** The connections of all pools that are in use, and a function for errors of those that aren't. */
export interface PoolEvents {
  readonly inUse: Set<PoolClient>;
  onError(error: Error): void;
}

/**
 * Two fifths of the connections, at least one and at most four, are for urgent statements. Exports and imports have as many as both, less
 * the one that listens.
 */
export function pools(url: string, connections: number, events: PoolEvents): Pools {
  const urgent = Math.max(1, Math.min(URGENT_CONNECTIONS, Math.floor(connections * 0.4)));
  // A statement is sent together with the transaction around it.
  const pipeline = true;
  return {
    urgent: pool({ ...configuration(url), pipeline, max: urgent }, events),
    computing: pool({ ...configuration(url), pipeline, max: Math.max(1, connections - urgent) }, events),
    sessions: pool({ ...configuration(url), max: Math.max(1, connections - 1) }, events),
  };
}

/**
 * A connection outside of the pools, with a limit in milliseconds for connecting and for each statement, which may be sent before the one
 * before it has ended. The caller connects and ends it.
 */
export function singleConnection(url: string, limit: number): pg.Client {
  const client = new pg.Client({
    ...configuration(url),
    pipeline: true,
    connectionTimeoutMillis: limit,
    query_timeout: limit,
  });
  // Without a listener, a lost connection would end the process. Its queries are rejected anyway.
  client.on('error', () => undefined);
  return client;
}

/** Runs a statement on a connection of its own, which rejects if the server does not respond. */
export async function probe(url: string, limit: number): Promise<void> {
  const client = singleConnection(url, limit);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    // Not awaited: a server that does not respond says no goodbye either.
    client.end().catch(() => undefined);
  }
}

/** Whether a pooler is between a connection and its server: it gives connections identities of its own. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // The driver's types leave it out.
  return rows[0]?.pid !== (client as unknown as { readonly processID: number }).processID;
}

function pool(config: PoolConfig, { inUse, onError }: PoolEvents): pg.Pool {
  const created = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
  });
  created.on('error', onError);
  // The error of a connection in use rejects the query.
  created.on('connect', (client) => client.on('error', () => undefined));
  created.on('acquire', (client) => inUse.add(client));
  created.on('release', (_, client) => inUse.delete(client));
  return created;
}

function configuration(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'headcount',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  };
}

/** Integers are ids, counts and microseconds; a number represents all of them exactly. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
