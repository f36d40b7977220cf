/** Pools of connections, and single ones; no other file deals with the driver's configuration. */
import pg, { type PoolConfig } from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { within } from './deadline.ts';
import { isUnavailable } from './errors.ts';
import { CONNECT_TIMEOUT, LOCK_TIMEOUT, PROBE_TIMEOUT, URGENT_TIMEOUT } from './limits.ts';

/** The most connections for urgent statements: two for quotas, two for versions and keys. */
const URGENT_CONNECTIONS = 4;

/** The pools of requests: computations can use up theirs without keeping urgent statements waiting. */
export interface RequestPools {
  readonly urgent: pg.Pool;
  readonly computing: pg.Pool;
}

/** Two fifths of the address's connections, at least one and at most four, are for urgent statements. */
export function requestPools(address: PostgresAddress, onError: (error: Error) => void): RequestPools {
  const { connections, statementTimeout } = address;
  const urgent = Math.max(1, Math.min(URGENT_CONNECTIONS, Math.floor(connections * 0.4)));
  return {
    urgent: pool(address, urgent, onError, { statement_timeout: Math.min(URGENT_TIMEOUT, statementTimeout) }),
    computing: pool(address, Math.max(1, connections - urgent), onError, {
      statement_timeout: statementTimeout,
      lock_timeout: LOCK_TIMEOUT,
    }),
  };
}

/** The pool of exports and imports, without a time limit for statements. */
export function sessionPool(address: PostgresAddress, onError: (error: Error) => void): pg.Pool {
  return pool(address, address.connections, onError, {});
}

/** A connection outside of the pools; the caller connects and ends it. */
export function singleConnection(address: PostgresAddress, connectTimeout = CONNECT_TIMEOUT): pg.Client {
  const client = new pg.Client({ ...configuration(address), connectionTimeoutMillis: connectTimeout });
  // Without a listener, a lost connection would end the process. Its queries are rejected anyway.
  client.on('error', () => undefined);
  return client;
}

/** Resolves if the server responds on a new connection, even with a refusal; rejects if it doesn't within a time. */
export async function probe(address: PostgresAddress): Promise<void> {
  try {
    await connectOnce(address, PROBE_TIMEOUT);
  } catch (error) {
    if (isUnavailable(error)) throw error;
  }
}

/** Connects and disconnects; rejects with the reason if that is impossible within a time in milliseconds. */
async function connectOnce(address: PostgresAddress, milliseconds: number): Promise<void> {
  const client = singleConnection(address, milliseconds);
  const connecting = client.connect().then(() => client.query('SELECT 1'));
  try {
    await within(milliseconds, connecting, () => noResponse(milliseconds));
  } finally {
    // Not awaited: a server that does not respond says no goodbye either.
    client.end().catch(() => undefined);
  }
}

/**
 * Connects twice and disconnects; rejects with the reason if that is impossible within a time in milliseconds, or if the
 * two connections share a session of the server. The service needs sessions of its own: they have its settings, prepared
 * statements, temporary tables and notifications.
 */
export async function verifySessions(address: PostgresAddress, milliseconds: number): Promise<void> {
  const [one, other] = [singleConnection(address, milliseconds), singleConnection(address, milliseconds)];
  const verifying = async () => {
    for (const client of [one, other]) {
      await client.connect();
      await settle(client, address, {});
    }
    const first = await sessionOf(one);
    const second = await sessionOf(other);
    // Twice, because a pooler may use its sessions in turn.
    const later = [await sessionOf(one), await sessionOf(one)];
    if (first !== second && later.every((session) => session === first)) return;
    throw new StoreError(
      'unusable',
      `the database ${address.shown} is behind a connection pooler that shares connections between clients; ` +
        'connect to the server directly, or set the pooler to session mode',
    );
  };
  try {
    await within(milliseconds, verifying(), () => noResponse(milliseconds));
  } finally {
    for (const client of [one, other]) client.end().catch(() => undefined);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** The error of a server that neither answers nor ends the connection. */
export function noResponse(milliseconds: number): Error {
  const text = `no response within ${(milliseconds / 1000).toFixed(1)} s`;
  return Object.assign(new Error(text), { code: 'ETIMEDOUT' });
}

function pool(
  address: PostgresAddress,
  max: number,
  onError: (error: Error) => void,
  timeouts: Timeouts,
): pg.Pool {
  const created = new pg.Pool({
    ...configuration(address),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    max,
    onConnect: (client) => settle(client, address, timeouts),
  });
  created.on('error', onError);
  // The error of a connection in use rejects the query.
  created.on('connect', (client) => client.on('error', () => undefined));
  return created;
}

/** The time limits of a session's statements, in milliseconds. */
type Timeouts = Readonly<Partial<Record<'statement_timeout' | 'lock_timeout', number>>>;

/** Gives a session its settings. Poolers don't pass on those that come with the connection. */
async function settle(client: pg.ClientBase, { schema }: PostgresAddress, timeouts: Timeouts): Promise<void> {
  const limits = Object.entries(timeouts).map(([name, value]) => `; SET ${name} = ${value}`);
  const settling = client.query(`SET search_path = ${schema}${limits.join('')}`);
  await within(CONNECT_TIMEOUT, settling, () => noResponse(CONNECT_TIMEOUT));
}

function configuration({ url }: PostgresAddress): PoolConfig {
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
