import { expect, it } from 'vitest';
import { MINUTE } from '../../domain/micros.ts';
import { expectExactCounts } from '../suite/counts.suite.ts';
import { NOON, newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { Database } from './connection.ts';
import { type Migration, migrate } from './migrations.ts';
import { openPostgresStore } from './postgres-store.ts';
import { MIGRATIONS } from './schema.ts';
import { asOperator, describePostgres, postgresAddresses, tablesOf } from './server.fixture.ts';

const FIRST: Migration = { name: 'first', sql: 'CREATE TABLE a (x integer); INSERT INTO a VALUES (1)' };
const SECOND: Migration = { name: 'second', sql: 'CREATE TABLE b (y integer)' };
const BROKEN: Migration = {
  name: 'broken',
  sql: 'CREATE TABLE c (z integer); INSERT INTO nowhere VALUES (1)',
};

describePostgres('migrations on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('apply each step once, and later only new ones', async () => {
    const address = newAddress();
    await migrated(address, [FIRST]);
    expect(await tablesOf(address)).toEqual(['a', 'headcount_layout']);
    await migrated(address, [FIRST, SECOND]);
    await migrated(address, [FIRST, SECOND]);
    expect(await tablesOf(address)).toEqual(['a', 'b', 'headcount_layout']);
    expect(await asOperator(address, 'SELECT step, name FROM headcount_layout ORDER BY step')).toEqual([
      { step: 1, name: 'first' },
      { step: 2, name: 'second' },
    ]);
    expect(await asOperator(address, 'SELECT * FROM a')).toHaveLength(1);
  });

  it('apply each step once if many processes start at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const address = newAddress();
      await Promise.all(Array.from({ length: 8 }, () => migrated(address, [FIRST, SECOND])));
      expect(await asOperator(address, 'SELECT * FROM a')).toHaveLength(1);
      const stores = await Promise.all(
        Array.from({ length: 6 }, () => openPostgresStore(newAddressOnce(round), { create: true })),
      );
      const added = await Promise.all(stores.map((store) => store.addReports([[newReport({ id: 1 })]])));
      expect(added.reduce((sum, result) => sum + result.added, 0)).toBe(1);
      for (const store of stores) await store.close();
    }
  });

  it('keep the steps before a failing one, undo the failing one, and name it', async () => {
    const address = newAddress();
    await expect(migrated(address, [FIRST, BROKEN, SECOND])).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringMatching(/could not be updated to version 2 \(broken\): .*nowhere/),
    });
    expect(await tablesOf(address)).toEqual(['a', 'headcount_layout']);
    expect(await asOperator(address, 'SELECT step FROM headcount_layout')).toEqual([{ step: 1 }]);
  });

  it('reject the schema of a newer program', async () => {
    const address = newAddress();
    await migrated(address, [FIRST, SECOND]);
    await expect(migrated(address, [FIRST])).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringMatching(/has version 2 .* up to 1/),
    });
  });

  it("reject a schema with another program's tables, and leave it unchanged", async () => {
    const address = newAddress();
    await asOperator(address, `CREATE SCHEMA ${address.schema}; CREATE TABLE recipe (name text)`);
    await expect(openPostgresStore(address, { create: true })).rejects.toMatchObject({
      code: 'foreign-database',
      message: expect.stringContaining('?schema='),
    });
    expect(await tablesOf(address)).toEqual(['recipe']);
  });

  it('use a schema that an administrator has created, for a user who may not create one', async () => {
    const address = newAddress();
    const user = `${address.schema}_user`;
    await asOperator(
      address,
      `CREATE USER ${user} PASSWORD 'open-sesame'; CREATE SCHEMA ${address.schema} AUTHORIZATION ${user}`,
    );
    const url = new URL(address.url);
    url.username = user;
    url.password = 'open-sesame';
    const store = await openPostgresStore({ ...address, url: url.href }, { create: true });
    await store.ping();
    await store.close();
    await asOperator(address, `DROP SCHEMA ${address.schema} CASCADE; DROP USER ${user}`);
  });

  let once: { readonly round: number; readonly address: PostgresAddress } | undefined;
  function newAddressOnce(round: number): PostgresAddress {
    if (once?.round !== round) once = { round, address: newAddress() };
    return once.address;
  }
});

describePostgres('the migration that adds counts on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('counts the reports that are already there, and those that a previous version adds afterwards', async () => {
    const address = newAddress();
    await migrated(address, MIGRATIONS.slice(0, 1));
    const add = `
      INSERT INTO report (id, created_at, bucket)
      SELECT n, ${NOON} + n * ${7 * MINUTE}, n % 6 FROM generate_series($1::bigint, $2) n`;
    await asOperator(address, add, [1, 1000]);
    const store = await openPostgresStore(address);
    const span = { start: NOON - 3 * MINUTE, end: NOON + 13_000 * MINUTE };
    await expectExactCounts(store, span);
    await asOperator(address, add, [1001, 2000]);
    await expectExactCounts(store, span);
    await store.close();
  });
});

describePostgres('the migration that adds names and ends of keys on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('leaves keys as they were, also those that a previous version adds and changes afterwards', async () => {
    const address = newAddress();
    await migrated(address, MIGRATIONS.slice(0, 3));
    const issue = (byte: number) =>
      asOperator(
        address,
        `WITH added AS (INSERT INTO account (email) VALUES ('person-${byte}@u.edu') RETURNING id)
         INSERT INTO api_key (account_id, hash, prefix, created_at, quota)
         SELECT id, decode(repeat('0${byte}', 32), 'hex'), 'key-${byte}', 5, 9 FROM added`,
      );
    await issue(1);
    const store = await openPostgresStore(address);
    await issue(2);
    await asOperator(address, 'UPDATE api_key SET revoked_at = 7 WHERE id = 1 AND revoked_at IS NULL');
    const known = { createdAt: 5, quota: 9, name: '', expiresAt: null };
    expect(await store.listKeys()).toEqual([
      { ...known, id: 1, account: 1, email: 'person-1@u.edu', prefix: 'key-1', revokedAt: 7 },
      { ...known, id: 2, account: 2, email: 'person-2@u.edu', prefix: 'key-2', revokedAt: null },
    ]);
    expect(await store.findKey(new Uint8Array(32).fill(2))).toMatchObject({ id: 2 });
    expect(await store.listAccounts()).toEqual([
      { id: 1, email: 'person-1@u.edu', createdAt: null },
      { id: 2, email: 'person-2@u.edu', createdAt: null },
    ]);
    await store.close();
  });
});

async function migrated(address: PostgresAddress, migrations: readonly Migration[]): Promise<void> {
  const database = new Database(address);
  try {
    await migrate(database, migrations, true);
  } finally {
    await database.close();
  }
}
