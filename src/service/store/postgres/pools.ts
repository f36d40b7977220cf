/** Pools of connections, and single ones; no other file deals with the driver's configuration. */
import { connect } from 'node:net';
import pg, { type PoolConfig } from 'pg';
import { within } from './deadline.ts';
import { CONNECT_TIMEOUT } from './limits.ts';

/** The most connections for urgent statements: two for quotas, two for versions and keys. */
const URGENT_CONNECTIONS = 4;

/** The pools of a server: computations, exports and imports can use up theirs without keeping urgent statements waiting. */
export interface Pools {
  readonly urgent: pg.Pool;
  readonly computing: pg.Pool;
  readonly sessions: pg.Pool;
}

/**
 * Two fifths of the connections, at least one and at most four, are for urgent statements. Exports and imports have as many as both, less
 * the one that listens.
 */
export function pools(url: string, connections: number, onError: (error: Error) => void): Pools {
  const urgent = Math.max(1, Math.min(URGENT_CONNECTIONS, Math.floor(connections * 0.4)));
  return {
    urgent: pool(url, urgent, onError),
    computing: pool(url, Math.max(1, connections - urgent), onError),
    sessions: pool(url, Math.max(1, connections - 1), onError),
  };
}

/** A connection outside of the pools; the caller connects and ends it. */
export function singleConnection(url: string, connectTimeout = CONNECT_TIMEOUT): pg.Client {
  const client = new pg.Client({ ...configuration(url), connectionTimeoutMillis: connectTimeout });
  // Without a listener, a lost connection would end the process. Its queries are rejected anyway.
  client.on('error', () => undefined);
  return client;
}

/** Runs `work` on a connection of its own; rejects if that takes longer than a time in milliseconds. */
export async function onConnection<T>(
  url: string,
  milliseconds: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = singleConnection(url, milliseconds);
  try {
    const running = client.connect().then(() => work(client));
    return await within(milliseconds, running, () => noResponse(milliseconds));
  } finally {
    // Not awaited: a server that does not respond says no goodbye either.
    client.end().catch(() => undefined);
  }
}

/** How the server, or the pooler before it, knows a connection. The driver's types leave it out. */
interface Identified {
  readonly processID: number;
  readonly secretKey: number;
}

/** Whether a pooler is between a connection and its server: it gives connections identities of its own. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as unknown as Identified).processID;
}

/** The number of the protocol's request to cancel. */
const CANCEL = 80_877_102;

/** Has the server cancel what runs on a connection. Poolers pass it on. The statement then fails, if it has not ended meanwhile. */
export function cancel(client: pg.Client): void {
  const { host, port } = client;
  const { processID, secretKey } = client as unknown as Identified;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, CANCEL, processID, secretKey].entries()) {
    request.writeInt32BE(value | 0, index * 4);
  }
  socket.setTimeout(CONNECT_TIMEOUT, () => socket.destroy());
  socket.on('error', () => undefined);
  // The server ends the connection once it knows.
  socket.write(request);
}

/** The error of a server that neither answers nor ends the connection. */
export function noResponse(milliseconds: number): Error {
  const text = `no response within ${(milliseconds / 1000).toFixed(1)} s`;
  return Object.assign(new Error(text), { code: 'ETIMEDOUT' });
}

function pool(url: string, max: number, onError: (error: Error) => void): pg.Pool {
  const created = new pg.Pool({
    ...configuration(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    max,
  });
  created.on('error', onError);
  // The error of a connection in use rejects the query.
  created.on('connect', (client) => client.on('error', () => undefined));
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
