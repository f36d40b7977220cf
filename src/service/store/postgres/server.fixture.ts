/**
 * The PostgreSQL server that all test files share: the one that HEADCOUNT_TEST_POSTGRES names, or one that the run starts
 * from the binaries in the package `postgres-server`. Each test works in its own schema.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject } from 'vitest';
import type { Store } from '../store.ts';
import type { StoreUnderTest } from '../suite/store-under-test.fixture.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';

const NAMED = process.env['HEADCOUNT_TEST_POSTGRES'];
const URL_OF_SERVER = inject('postgresUrl');

const REASON =
  `SKIPPED, NOT TESTED: there is no PostgreSQL server for ${process.platform}-${process.arch}; ` +
  'name one with HEADCOUNT_TEST_POSTGRES=postgres://…';

/** Tests on PostgreSQL. Without a server they are skipped with a warning, or fail if REQUIRE_POSTGRES is set. */
export function describePostgres(name: string, tests: () => void): void {
  if (URL_OF_SERVER !== null) {
    describe(name, { timeout: 60_000 }, tests);
    return;
  }
  if (process.env['REQUIRE_POSTGRES'] === '1') throw new Error(REASON);
  console.warn(`${name}: ${REASON}`);
  describe.skip(`${name} (${REASON})`, tests);
}

/** The same for tests that start their own server, to stop it or to end all its connections. */
export function describeOwnPostgres(name: string, tests: () => void): void {
  if (NAMED === undefined) {
    describePostgres(name, tests);
    return;
  }
  const reason = 'SKIPPED, NOT TESTED: these tests stop the server, so they never run on a named one';
  console.warn(`${name}: ${reason}`);
  describe.skip(`${name} (${reason})`, tests);
}

/** Returns a function that returns the address of a new, missing schema at each call. */
export function postgresAddresses(): (parameters?: string) => PostgresAddress {
  const schemas: string[] = [];
  afterAll(async () => {
    if (NAMED !== undefined) await dropSchemas(NAMED, schemas);
  }, 60_000);
  return (parameters = '') => {
    const schema = `test_${randomUUID().replaceAll('-', '')}`;
    schemas.push(schema);
    return addressIn(URL_OF_SERVER ?? '', schema, parameters);
  };
}

/**
 * Returns a function that returns an empty store of the suite at each call. It is always the same one, whose tables are put back to
 * how they were made, which takes a tenth of the time of making and opening one. On a named server, which may be Citus, it is a new
 * one each time: that needs nothing special.
 * @param through What stands between the stores and the server; by default nothing.
 */
export function renewedPostgresStores(
  through: (direct: PostgresAddress) => Promise<PostgresAddress> = async (direct) => direct,
): () => Promise<StoreUnderTest> {
  const newAddress = postgresAddresses();
  let made: { readonly address: PostgresAddress; readonly operator: pg.Client } | undefined;
  let kept: Store | undefined;
  afterAll(async () => {
    await kept?.close();
    await made?.operator.end();
  });
  const make = async () => {
    const [address, untouched] = [newAddress(), newAddress()];
    for (const one of [address, untouched]) await (await openPostgresStore(one, { create: true })).close();
    const operator = new pg.Client({ connectionString: address.url });
    await operator.connect();
    if (NAMED === undefined) await operator.query(copying(untouched.schema, address.schema));
    return { address, operator };
  };
  return async () => {
    if (NAMED !== undefined) await Promise.all([kept?.close(), made?.operator.end()]);
    if (made === undefined || NAMED !== undefined) [made, kept] = [await make(), undefined];
    else await made.operator.query('SELECT pg_temp.renew()');
    const address = await through(made.address);
    if (kept !== undefined && !(await isOpen(kept))) kept = undefined;
    kept ??= await openPostgresStore(address);
    const store = kept;
    // What another store did in the test before may not be known yet.
    const { rows } = await made.operator.query(
      `SELECT version::float8 FROM ${made.address.schema}.data_version`,
    );
    await expect.poll(() => store.version(), { interval: 5 }).toBe(rows[0].version);
    const reopened: Store[] = [];
    return {
      store,
      async reopen() {
        const another = await openPostgresStore(address);
        reopened.push(another);
        return another;
      },
      async dispose() {
        for (const one of reopened) await one.close();
      },
    };
  };
}

/** Waits until a store has reconnected. */
export async function expectBack(store: Store): Promise<void> {
  await expect.poll(() => isOpen(store), { timeout: 10_000 }).toBe(true);
}

/** Whether a store has a server, and is not closed. */
function isOpen(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  );
}

/** Defines a function that gives the tables of a schema the rows of another one, and begins their numbers again. Versions never repeat. */
function copying(from: string, to: string): string {
  return `CREATE FUNCTION pg_temp.renew() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
    DECLARE name text;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${to}' AND tablename <> 'data_version' LOOP
        EXECUTE format('DELETE FROM ${to}.%1$I', name);
        EXECUTE format('INSERT INTO ${to}.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM ${from}.%1$I', name);
      END LOOP;
      FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = '${to}' LOOP
        EXECUTE format('ALTER SEQUENCE ${to}.%I RESTART', name);
      END LOOP;
    END $$`;
}

/** The address of a schema of a server. */
export function addressIn(url: string, schema: string, parameters = ''): PostgresAddress {
  const joint = url.includes('?') ? '&' : '?';
  const address = parsePostgresAddress(`${url}${joint}schema=${schema}${parameters}`);
  if (address === null) throw new Error(`${url} is not a postgres:// address`);
  return address;
}

/** Runs statements over a separate connection, like an operator with psql. */
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

/** Locks a table against everybody else, until the returned function is called. */
export function lockTable(address: PostgresAddress, table: string): Promise<() => Promise<void>> {
  return holding(address, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
}

/** Runs a statement in a transaction that stays open until the returned function commits it. */
export async function holding(address: PostgresAddress, lock: string): Promise<() => Promise<void>> {
  const options = `-c search_path=${address.schema}`;
  const client = new pg.Client({ connectionString: address.url, options });
  await client.connect();
  await client.query(`BEGIN; ${lock}`);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

async function dropSchemas(url: string, schemas: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}

/** The names of the tables in a schema. */
export async function tablesOf({ schema, ...address }: PostgresAddress): Promise<readonly string[]> {
  const rows = await asOperator<{ tablename: string }>(
    { ...address, schema },
    'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return rows.map(({ tablename }) => tablename);
}
