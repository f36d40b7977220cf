/** Pools of connections, and single ones; no other file deals with the driver's configuration. */
import pg, { type PoolConfig } from 'pg';
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
    urgent: pool(
      address,
      { max: urgent, statement_timeout: Math.min(URGENT_TIMEOUT, statementTimeout) },
      onError,
    ),
    computing: pool(
      address,
      {
        max: Math.max(1, connections - urgent),
        statement_timeout: statementTimeout,
        lock_timeout: LOCK_TIMEOUT,
      },
      onError,
    ),
  };
}

/** The pool of exports and imports, without a time limit for statements. */
export function sessionPool(address: PostgresAddress, onError: (error: Error) => void): pg.Pool {
  return pool(address, { max: address.connections }, onError);
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
export async function connectOnce(address: PostgresAddress, milliseconds: number): Promise<void> {
  const client = singleConnection(address, milliseconds);
  const connecting = client.connect().then(() => client.query('SELECT 1'));
  try {
    await within(milliseconds, connecting, () => noResponse(milliseconds));
  } finally {
    // Not awaited: a server that does not respond says no goodbye either.
    client.end().catch(() => undefined);
  }
}

/** The error of a server that neither answers nor ends the connection. */
export function noResponse(milliseconds: number): Error {
  const text = `no response within ${(milliseconds / 1000).toFixed(1)} s`;
  return Object.assign(new Error(text), { code: 'ETIMEDOUT' });
}

function pool(address: PostgresAddress, more: PoolConfig, onError: (error: Error) => void): pg.Pool {
  const created = new pg.Pool({
    ...configuration(address),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    ...more,
  });
  created.on('error', onError);
  // The error of a connection in use rejects the query.
  created.on('connect', (client) => client.on('error', () => undefined));
  return created;
}

function configuration({ url, schema }: PostgresAddress): PoolConfig {
  return {
    connectionString: url,
    application_name: 'headcount',
    options: `-c search_path=${schema}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  };
}

/** Integers are ids, counts and microseconds; a number represents all of them exactly. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
