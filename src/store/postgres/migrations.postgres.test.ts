import { expect, it } from 'vitest';
import { MINUTE } from '../../domain/micros.ts';
import { StoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import { addedKey, hash, twoAccounts } from '../suite/account.fixture.ts';
import { expectExactCounts } from '../suite/counts.suite.ts';
import { NOON, newReport } from '../suite/new-report.fixture.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';
import { Database } from './connection.ts';
import { type Migration, migrate } from './migrations.ts';
import { openPostgresStore } from './postgres-store.ts';
import { MIGRATIONS } from './schema.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';
import { WRITES } from './verify-tables.ts';

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
    const known = { createdAt: 5, quota: 9, name: '', expiresAt: null, previousUntil: null };
    expect(await store.listKeys()).toEqual([
      { ...known, id: 1, account: 1, email: 'person-1@u.edu', prefix: 'key-1', revokedAt: 7 },
      { ...known, id: 2, account: 2, email: 'person-2@u.edu', prefix: 'key-2', revokedAt: null },
    ]);
    expect((await store.findKey(new Uint8Array(32).fill(2)))?.endsAt).toBeNull();
    expect(await store.listAccounts()).toEqual([
      { id: 1, email: 'person-1@u.edu', createdAt: null },
      { id: 2, email: 'person-2@u.edu', createdAt: null },
    ]);
    await store.close();
  });
});

describePostgres('opening on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it.each([
    [
      'a step is missing',
      'DELETE FROM headcount_layout WHERE step = 2',
      /its step 2 is missing instead of "counts/,
    ],
    [
      'a step is another',
      `UPDATE headcount_layout SET name = 'soups' WHERE step = 1; DELETE FROM headcount_layout WHERE step = 3`,
      /its step 1 is "soups" instead of "reports/,
    ],
    ['a table is missing', 'DROP TABLE photo_like', /its table photo_like is missing; restore a backup$/],
  ])('rejects a schema in which %s, and leaves it unchanged', async (_, damage, message) => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    await asOperator(address, damage);
    const state = async () => [
      await tablesOf(address),
      await asOperator(address, 'SELECT * FROM headcount_layout ORDER BY step'),
    ];
    const before = await state();
    const error = await openPostgresStore(address, { create: true }).then(
      closed,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'unusable', message: expect.stringMatching(message) });
    expect(await state()).toEqual(before);
  });

  it.each([
    ['to use the schema', '', /lacks the right to USAGE on the schema/],
    ['to read tables', 'GRANT USAGE ON SCHEMA $ TO $_user', /permission denied for table headcount_layout$/],
    [
      'to write counters',
      `${READS}; ${allWrites()}; REVOKE DELETE ON $.request_count FROM $_user`,
      /lacks the right to DELETE on its table request_count; grant it on the server$/,
    ],
    [
      'to write accounts',
      `${READS}; ${allWrites()}; REVOKE INSERT ON $.session FROM $_user`,
      /lacks the right to INSERT on its table session; grant it on the server$/,
    ],
  ])('rejects a user without the right %s', async (_, grants, message) => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    const user = `${address.schema}_user`;
    await asOperator(
      address,
      `CREATE USER ${user} PASSWORD 'open-sesame'; ${grants.replaceAll('$', address.schema)}`,
    );
    const url = new URL(address.url);
    url.username = user;
    url.password = 'open-sesame';
    const limited = { ...address, url: url.href };
    const error = await openPostgresStore(limited, { create: true }).then(
      closed,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'unusable', message: expect.stringMatching(message) });
    await asOperator(address, `${READS}; ${allWrites()}`.replaceAll('$', address.schema));
    await everyWrite(await openPostgresStore(limited));
    await asOperator(address, `DROP OWNED BY ${user}; DROP USER ${user}`);
  });

  it('creates a missing schema only with `create`', async () => {
    const address = newAddress();
    await expect(openPostgresStore(address)).rejects.toMatchObject({ code: 'missing' });
    expect(
      await asOperator(address, 'SELECT FROM pg_namespace WHERE nspname = $1', [address.schema]),
    ).toEqual([]);
    await (await openPostgresStore(address, { create: true })).close();
    await (await openPostgresStore(address)).close();
  });

  it.each([
    ['a missing database', 'missing', { pathname: '/nowhere' }, /createdb/],
    ['a closed port', 'unavailable', { port: '1' }, /does not respond/],
    ['a missing socket', 'unavailable', { search: '?host=/nowhere' }, /does not respond: .*ENOENT/],
    ['an unknown host', 'unavailable', { hostname: 'nowhere.invalid' }, /does not respond/],
    ['an unknown user', 'unusable', { username: 'stranger' }, /stranger/],
  ] as const)('names %s, without the password', async (_, code, change, reason) => {
    const url = new URL(newAddress().url);
    const password = url.password || 'open-sesame';
    Object.assign(url, { password }, change);
    const address = parsePostgresAddress(url.href) as PostgresAddress;
    const error = await openPostgresStore(address, { create: true }).then(
      closed,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(reason) });
    expect(String(error)).not.toContain(password);
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

async function tablesOf({ schema, ...address }: PostgresAddress): Promise<readonly string[]> {
  const rows = await asOperator<{ tablename: string }>(
    { ...address, schema },
    'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return rows.map(({ tablename }) => tablename);
}

async function closed(store: Store): Promise<null> {
  await store.close();
  return null;
}

/** The rights that are checked. */
const READS = 'GRANT USAGE ON SCHEMA $ TO $_user; GRANT SELECT ON ALL TABLES IN SCHEMA $ TO $_user';
function allWrites(): string {
  return Object.entries(WRITES)
    .map(([table, privileges]) => `GRANT ${privileges.join(', ')} ON $.${table} TO $_user`)
    .join('; ');
}

/** Does all that the service writes about people, which needs no other rights than those that are checked. */
async function everyWrite(store: Store): Promise<void> {
  const [ann] = await twoAccounts(store);
  const { id, prefix } = await addedKey(store, ann, 1);
  const by = { actor: 'owner', account: ann } as const;
  const secret = { hash: hash(2), prefix: 'key-2', at: NOON, previousUntil: NOON };
  const asked = { key: id, account: ann, quota: 5000, reason: 'why', at: NOON };
  const link = { hash: hash(1), email: 'ann@u.edu', createdAt: NOON, expiresAt: NOON + 1 };
  const session = { hash: hash(1), account: ann, createdAt: NOON, expiresAt: NOON + 1 };
  await store.renameKey(id, 'kitchen', NOON, by);
  await store.replaceSecret(id, secret, { prefix }, by);
  const request = await store.addQuotaRequest(asked);
  if (typeof request === 'string') throw new Error(request);
  await store.decideQuotaRequest(request.id, { granted: 5000, answer: '', at: NOON });
  await store.revokeKey(id, NOON, by);
  await store.consumeQuota([{ key: id, day: '2026-11-20', quota: 1, count: 1 }]);
  await store.addSignInLink(link, { most: 1, since: 0 });
  await store.useSignInLink(hash(1), NOON);
  await store.addSession(session);
  await store.endSessions(ann);
  await store.blockSignIn(hash(1), NOON);
  await store.blockSignIn(hash(1), NOON + 1);
  await store.deleteExpired(NOON + 2, { since: NOON });
  await store.deleteEvents(NOON);
  await store.deleteAccount(ann, NOON, 'owner');
  await store.close();
}
