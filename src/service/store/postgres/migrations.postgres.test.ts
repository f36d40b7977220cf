import { expect, it } from 'vitest';
import { MINUTE } from '../../domain/micros.ts';
import { backUp } from '../backup/back-up.ts';
import { check, checkBackup } from '../backup/check.ts';
import { restore } from '../backup/restore.ts';
import { TABLES } from '../backup/tables.ts';
import { lackingSteps, updateDatabase } from '../migrate.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import { expectExactCounts } from '../suite/counts.suite.ts';
import { NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { VERSION_6 } from './schema-6.fixture.ts';
import { asOperator, describePostgres, postgresAddresses, tablesOf } from './server.fixture.ts';

describePostgres('migrations on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('keep the steps before a failing one, undo the failing one, and name it', async () => {
    const address = newAddress();
    await asOperator(address, `CREATE SCHEMA ${address.schema}; ${VERSION_6}`);
    // The ninth step adds another column first.
    await asOperator(address, 'ALTER TABLE reporter ADD COLUMN every bigint');
    await expect(updateDatabase(address)).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringMatching(/could not be updated to version 9 \(when reporters .*\): .*"every"/),
    });
    expect(await lackingSteps(address)).toEqual([expect.stringMatching(/^when reporters/)]);
    await asOperator(address, 'ALTER TABLE reporter DROP COLUMN every');
    await updateDatabase(address);
    expect(await lackingSteps(address)).toEqual([]);
  });

  it('reject the schema of a newer program', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    await asOperator(address, "INSERT INTO headcount_layout VALUES (10, 'soups')");
    await expect(openPostgresStore(address)).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringMatching(/has version 10 .* up to 9/),
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
});

describePostgres('the update of version 6 on PostgreSQL', () => {
  const newAddress = postgresAddresses();
  const newFile = temporaryFiles();

  it('keeps every row, and makes the same tables as a new schema has', async () => {
    const [old, made] = [newAddress(), newAddress()];
    await asOperator(old, `CREATE SCHEMA ${old.schema}; ${VERSION_6}`);
    await asOperator(old, ROWS);
    const before = await rowsOf(old);
    await expect(openPostgresStore(old, { create: true })).rejects.toMatchObject({
      code: 'outdated',
      message: expect.stringMatching(
        /has version 6, and this program needs version 9: .* run headcount migrate$/,
      ),
    });
    expect((await check(old)).problems).toEqual([expect.stringContaining('run headcount migrate')]);
    // As the message says: a backup comes before the update.
    const backup = newFile('version-6');
    await backUp(old, backup, { force: false, madeAt: '2026-03-02T12:00:00Z', subject: 'service' });
    expect(await checkBackup(backup)).toMatchObject({ problems: [], counts: { report: 1000, api_key: 1 } });
    const restored = newAddress();
    await restore(backup, restored, { force: false });
    expect(await rowsOf(restored)).toEqual(before);
    expect(await lackingSteps(old)).toEqual([
      'nothing that only a connection or one engine has',
      'venues of keys',
      'when reporters were last heard, and how often they should be',
    ]);
    await updateDatabase(old);
    expect(await lackingSteps(old)).toEqual([]);
    await (await openPostgresStore(made, { create: true })).close();
    expect(await shapeOf(old)).toEqual(await shapeOf(made));
    expect(await rowsOf(old)).toEqual(before);
    expect((await check(old)).problems).toEqual([]);
    const store = await openPostgresStore(old);
    await store.addReports([
      [newReport(), newReport({ createdAt: NOON + 1, photo: newPhoto({ likes: ['cy@u.edu'] }) })],
    ]);
    await expectExactCounts(store, { start: NOON - 3 * MINUTE, end: NOON + 13_000 * MINUTE });
    expect(await store.keyUse(1, '2026-03-02')).toEqual({ used: 4, lastUsedAt: 1_700_000_000_000_000 });
    expect(await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 5, count: 9 }])).toEqual([
      { usedBefore: 4, allowed: 1 },
    ]);
    expect((await store.findAccount('cy@u.edu'))?.id).toBe(3);
    expect(await store.listReporters()).toMatchObject([{ heardAt: NOON + 49 * MINUTE, every: null }]);
    await store.close();
    expect((await check(old)).problems).toEqual([]);
  });

  it('is refused for earlier versions, which were never released', async () => {
    const address = newAddress();
    await asOperator(address, `CREATE SCHEMA ${address.schema}; ${VERSION_6}`);
    await asOperator(address, 'DELETE FROM headcount_layout WHERE step > 4');
    await expect(updateDatabase(address)).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/has version 4, which was never released; make a backup/),
    });
    const backup = newFile('version-4');
    const backingUp = backUp(address, backup, {
      force: false,
      madeAt: '2026-03-02T12:00:00Z',
      subject: 'service',
    });
    await expect(backingUp).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('never released'),
    });
  });

  /** Tables, columns, indexes, constraints and whatever else there is. */
  async function shapeOf({ schema, ...address }: PostgresAddress) {
    const shape = await asOperator<{ text: string }>({ ...address, schema }, SHAPE, [schema]);
    return shape.map(({ text }) => text.replaceAll(schema, 'S'));
  }

  function rowsOf(address: PostgresAddress) {
    return Promise.all(
      TABLES.map(async ({ name, columns }) => {
        const known = columns.filter((column) => !['venues', 'heard_at', 'every'].includes(column));
        const names = known.map((column) =>
          column === 'touched_at' ? '1 AS touched_at' : `${column}::text`,
        );
        return [name, await asOperator(address, `SELECT ${names.join(', ')} FROM ${name} ORDER BY 1, 2`)];
      }),
    );
  }
});

/** Something in every table of a backup. The identities of accounts are used, too. */
const ROWS = `
  INSERT INTO report (id, created_at, bucket)
    SELECT n, ${NOON} + n * ${7 * MINUTE}, n % 6 FROM generate_series(1::bigint, 1000) n;
  INSERT INTO photo VALUES (3, ${NOON + 21 * MINUTE}, 'a.jpg', 'soup', 9);
  INSERT INTO account (email, created_at) VALUES ('ann@u.edu', 1), ('bo@u.edu', NULL);
  INSERT INTO photo_like VALUES (3, 2);
  INSERT INTO api_key (account_id, hash, prefix, created_at, quota, name)
    VALUES (1, decode(repeat('01', 32), 'hex'), 'key-1', 5, 9, 'kitchen');
  INSERT INTO audit_event (at, actor, action, account_id, key_id, detail) VALUES (5, 'owner', 'key.created', 1, 1, '');
  INSERT INTO fact VALUES ('simulated', '7');
  INSERT INTO reporter (name, hash, prefix, created_at) VALUES ('till', decode(repeat('02', 32), 'hex'), 'rep-2', 5);
  INSERT INTO reporter_report VALUES (7, 1, decode(repeat('03', 32), 'hex'));
  INSERT INTO request_count (key_id, day, used, granted, quota, touched_at)
    VALUES (1, '2026-03-02', 4, 1, 9, to_timestamp(1700000000.9))`;

const SHAPE = `
  SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || is_identity || ' '
    || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') AS text
  FROM information_schema.columns WHERE table_schema = $1
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = $1::regnamespace
  UNION ALL SELECT relname || ' ' || relkind::text || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '') FROM pg_class
    WHERE relnamespace = $1::regnamespace
  UNION ALL SELECT sequencename || ' ' || data_type FROM pg_sequences WHERE schemaname = $1
  UNION ALL SELECT tgname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE relnamespace = $1::regnamespace AND NOT tgisinternal
  UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = $1::regnamespace
  ORDER BY 1`;
