import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { StoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import { addedKey, hash, twoAccounts } from '../suite/account.fixture.ts';
import { NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses, tablesOf } from './server.fixture.ts';
import { WRITES } from './verify-tables.ts';

/** The rights that are checked. */
const READS = 'GRANT USAGE ON SCHEMA $ TO $_user; GRANT SELECT ON ALL TABLES IN SCHEMA $ TO $_user';
function allWrites(): string {
  return Object.entries(WRITES)
    .map(([table, privileges]) => `GRANT ${privileges.join(', ')} ON $.${table} TO $_user`)
    .join('; ');
}

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
      `UPDATE headcount_layout SET name = 'soups' WHERE step = 1`,
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
    ['to use the schema', '', /lacks the privilege USAGE on the schema/],
    ['to read tables', 'GRANT USAGE ON SCHEMA $ TO $_user', /permission denied for table headcount_layout$/],
    [
      'to write counters',
      `${READS}; ${allWrites()}; REVOKE DELETE ON $.request_count FROM $_user`,
      /lacks the privilege DELETE on its table request_count; grant it on the server$/,
    ],
    [
      'to write accounts',
      `${READS}; ${allWrites()}; REVOKE INSERT ON $.session FROM $_user`,
      /lacks the privilege INSERT on its table session; grant it on the server$/,
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

  it('everything works with the rights that the guide grants', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    const user = `${address.schema}_user`;
    const guide = await readFile('docs/several-nodes.md', 'utf8');
    const grants = [...guide.matchAll(/^psql queue -c '(GRANT .*)'$/gm)].map(([, grant = '']) => grant);
    expect(grants).toHaveLength(2);
    const sql = grants
      .join('; ')
      .replaceAll(/\bheadcount\b/g, address.schema)
      .replaceAll(/\bservice\b/g, user);
    await asOperator(address, `CREATE USER ${user} PASSWORD 'open-sesame'; ${sql}`);
    const url = new URL(address.url);
    url.username = user;
    url.password = 'open-sesame';
    const store = await openPostgresStore({ ...address, url: url.href });
    await store.addReports([[newReport({ photo: newPhoto({ likes: ['bo@u.edu'] }) })]]);
    await store.advance('n', () => ({ value: '1', reports: [newReport({ createdAt: NOON + 1 })] }));
    await store.saveCheckpoint('model', 'text');
    await store.saveCheckpoint('model', 'text 2');
    expect(await store.checkpoint('model')).toBe('text 2');
    await everyWrite(store);
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

async function closed(store: Store): Promise<null> {
  await store.close();
  return null;
}

/** Does all that the service writes about people, which needs no other rights than those that are checked. */
async function everyWrite(store: Store): Promise<void> {
  const [ann] = await twoAccounts(store);
  const { id, prefix } = await addedKey(store, ann, 1);
  const by = { actor: 'owner', account: ann } as const;
  const secret = { hash: hash(2), prefix: 'key-2', at: NOON };
  const link = { hash: hash(1), email: 'ann@u.edu', createdAt: NOON, expiresAt: NOON + 1 };
  const session = { hash: hash(1), account: ann, createdAt: NOON, expiresAt: NOON + 1 };
  await store.renameKey(id, 'kitchen', NOON, by);
  await store.replaceSecret(id, secret, { prefix }, by);
  await store.revokeKey(id, NOON, by);
  await store.consumeQuota([{ key: id, day: '2026-11-20', quota: 1, count: 1 }]);
  await store.addSignInLink(link, { most: 1, since: 0 });
  await store.useSignInLink(hash(1), NOON);
  await store.addSession(session);
  await store.endSessions(ann);
  await store.blockSignIn(hash(1), NOON);
  await store.blockSignIn(hash(1), NOON + 1);
  await store.deleteExpired(NOON + 2, { since: NOON });
  await store.newestEvent(NOON);
  await store.deleteOldCounts(NOON);
  await store.deleteEvents(NOON);
  await store.deleteAccount(ann, NOON, 'owner');
  await store.close();
}
