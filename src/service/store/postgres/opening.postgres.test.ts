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
    ['DELETE FROM headcount_layout WHERE step = 2', /its step 2 is missing instead of "counts/],
    [
      `UPDATE headcount_layout SET name = 'soups' WHERE step = 1`,
      /its step 1 is "soups" instead of "reports/,
    ],
    ['DROP TABLE photo_like', /its table photo_like is missing; restore a backup$/],
  ])('rejects a schema after %s, and leaves it unchanged', async (damage, message) => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    await asOperator(address, damage);
    const state = async () => [
      await tablesOf(address),
      await asOperator(address, 'SELECT * FROM headcount_layout ORDER BY step'),
    ];
    const before = await state();
    const error = await failure(openPostgresStore(address, { create: true }));
    expect(error).toMatchObject({ code: 'unusable', message: expect.stringMatching(message) });
    expect(await state()).toEqual(before);
  });

  it('rejects a user who lacks a right', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    const { limited, grant, drop } = await newUser(address);
    const rejected = (message: RegExp) =>
      expect(failure(openPostgresStore(limited, { create: true }))).resolves.toMatchObject({
        code: 'unusable',
        message: expect.stringMatching(message),
      });
    await rejected(/lacks the privilege USAGE on the schema/);
    await grant('GRANT USAGE ON SCHEMA $ TO $_user');
    await rejected(/permission denied for table headcount_layout$/);
    await grant(`${READS}; ${allWrites()}; REVOKE DELETE ON $.request_count FROM $_user`);
    await rejected(/lacks the privilege DELETE on its table request_count; grant it on the server$/);
    await grant(`${allWrites()}; REVOKE INSERT ON $.session FROM $_user`);
    await rejected(/lacks the privilege INSERT on its table session; grant it on the server$/);
    await grant(allWrites());
    await everyWrite(await openPostgresStore(limited));
    await drop();
  });

  it('everything works with the rights that the guide grants', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    const guide = await readFile('docs/several-nodes.md', 'utf8');
    const grants = [...guide.matchAll(/^psql queue -c '(GRANT .*)'$/gm)].map(([, grant = '']) => grant);
    expect(grants).toHaveLength(2);
    const { limited, grant, drop } = await newUser(address);
    await grant(
      grants
        .join('; ')
        .replaceAll(/\bheadcount\b/g, '$')
        .replaceAll(/\bservice\b/g, '$_user'),
    );
    const store = await openPostgresStore(limited);
    await store.addReports([[newReport({ photo: newPhoto({ likes: ['bo@u.edu'] }) })]]);
    await store.advance('n', () => ({ value: '1', reports: [newReport({ createdAt: NOON + 1 })] }));
    await store.saveCheckpoint('model', 'text');
    await store.saveCheckpoint('model', 'text 2');
    expect(await store.checkpoint('model')).toBe('text 2');
    await everyWrite(store);
    await drop();
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
    const error = await failure(openPostgresStore(address, { create: true }));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(reason) });
    expect(String(error)).not.toContain(password);
  });
});

/** The error that keeps a store from being opened; null if none does. */
async function failure(opening: Promise<Store>): Promise<unknown> {
  try {
    await (await opening).close();
    return null;
  } catch (error) {
    return error;
  }
}

/** A user without rights, and how to grant some: `$` stands for the schema. */
async function newUser(address: PostgresAddress) {
  const user = `${address.schema}_user`;
  await asOperator(address, `CREATE USER ${user} PASSWORD 'open-sesame'`);
  const url = new URL(address.url);
  url.username = user;
  url.password = 'open-sesame';
  return {
    limited: { ...address, url: url.href },
    grant: (sql: string) => asOperator(address, sql.replaceAll('$', address.schema)),
    drop: () => asOperator(address, `DROP OWNED BY ${user}; DROP USER ${user}`),
  };
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
