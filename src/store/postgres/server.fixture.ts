/**
 * The PostgreSQL server of a test file: the one that HEADCOUNT_TEST_POSTGRES names, or one of the file's own, from
 * the binaries that the package `postgres-server` brings. Each test works in a schema of its own.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { PostgresServer } from '../../../tools/postgres-server/postgres-server.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';

const NAMED = process.env['HEADCOUNT_TEST_POSTGRES'];

/** Whether these tests can run here. */
const AVAILABLE = NAMED !== undefined || (await PostgresServer.isAvailable());
const REASON =
  `SKIPPED, NOT TESTED: there is no PostgreSQL server for ${process.platform}-${process.arch}; ` +
  'name one with HEADCOUNT_TEST_POSTGRES=postgres://…';

/** Tests on PostgreSQL: where there is no server, said loudly, or failing where REQUIRE_POSTGRES is set. */
export function describePostgres(name: string, tests: () => void): void {
  if (AVAILABLE) {
    describe(name, { timeout: 60_000 }, tests);
    return;
  }
  if (process.env['REQUIRE_POSTGRES'] === '1') throw new Error(REASON);
  console.warn(`${name}: ${REASON}`);
  describe.skip(`${name} (${REASON})`, tests);
}

/** The same for tests that stop and start the server, and so need one of their own. */
export function describeOwnPostgres(name: string, tests: () => void): void {
  if (NAMED === undefined) {
    describePostgres(name, tests);
    return;
  }
  const reason = 'SKIPPED, NOT TESTED: these tests stop the server, so they never run on a named one';
  console.warn(`${name}: ${reason}`);
  describe.skip(`${name} (${reason})`, tests);
}

/** A server for the tests of a file; gives a new address, of an empty schema, with each call. */
export function postgresAddresses(): (parameters?: string) => PostgresAddress {
  let url = NAMED ?? '';
  let server: PostgresServer | undefined;
  const schemas: string[] = [];
  beforeAll(async () => {
    if (NAMED !== undefined || !AVAILABLE) return;
    server = await PostgresServer.create();
    await server.start();
    url = server.url;
  }, 60_000);
  afterAll(async () => {
    if (NAMED !== undefined) await dropSchemas(NAMED, schemas);
    await server?.remove();
  }, 60_000);
  return (parameters = '') => {
    const schema = `test_${process.pid}_${Date.now()}_${schemas.length}`;
    schemas.push(schema);
    const joint = url.includes('?') ? '&' : '?';
    const address = parsePostgresAddress(`${url}${joint}schema=${schema}${parameters}`);
    if (address === null) throw new Error('HEADCOUNT_TEST_POSTGRES is no postgres:// address');
    return address;
  };
}

/** Runs statements over a connection of its own, as an operator with psql does. */
export async function asOperator<Row extends pg.QueryResultRow>(
  address: PostgresAddress,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const options = `-c search_path=${address.schema}`;
  const client = new pg.Client({ connectionString: address.url, options });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function dropSchemas(url: string, schemas: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}
