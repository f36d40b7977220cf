import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../service/keys/api-key.ts';
import { ADA, accountsForTests, EVE } from './accounts.fixture.ts';
import type { Accounts } from './accounts.ts';

const under = accountsForTests();

/** Ada has a key with use; Eve has an account. */
async function adaAndEve() {
  const parts = await under();
  const ada = await parts.signIn(ADA);
  const eve = await parts.signIn(EVE);
  const { key, secret } = await parts.accounts.createKey(ada.account, 'hall');
  await parts.store.consumeQuota([{ key: key.id, day: '2026-11-20', quota: 1000, count: 77 }]);
  return { ...parts, ada, eve, key, secret };
}

const WITH_FOREIGN_KEY: readonly [
  string,
  (accounts: Accounts, account: number, id: number, prefix: string) => Promise<unknown>,
][] = [
  ['replaceKey', (accounts, account, id, prefix) => accounts.replaceKey(account, id, prefix)],
  ['renameKey', (accounts, account, id) => accounts.renameKey(account, id, 'mine')],
  ['revokeKey', (accounts, account, id) => accounts.revokeKey(account, id)],
];

/** Methods that take no id of a key: they cannot name a key of somebody else. */
const WITHOUT_KEY: readonly string[] = [
  'isMailFull',
  'requestLink',
  'linkAddress',
  'newAccountBelow',
  'begin',
  'find',
  'end',
  'overview',
  'createKey',
  'exportData',
  'deleteAccount',
];

describe('nothing of an account is visible to another', () => {
  it('in any method', async () => {
    const { accounts, sessions } = await under();
    const methods = [accounts, sessions].flatMap((one) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(one)).filter((name) => name !== 'constructor'),
    );
    expect(methods.sort()).toEqual([...WITH_FOREIGN_KEY.map(([name]) => name), ...WITHOUT_KEY].sort());
  });

  it.each(WITH_FOREIGN_KEY)('%s with its key fails as with a key that does not exist', async (_, call) => {
    const { accounts, ada, eve, key, secret, store } = await adaAndEve();
    const before = await accounts.exportData(ada.account);
    const failures: unknown[] = [];
    for (const id of [key.id, 999_999, -1, Number.NaN]) {
      failures.push(await call(accounts, eve.account, id, key.prefix).catch((error: unknown) => error));
    }
    for (const failure of failures) {
      expect(failure).toMatchObject({ name: 'AccountError', field: null, message: 'There is no such key.' });
    }
    expect(await store.findKey(hashApiKey(secret))).toMatchObject({ name: 'hall', revokedAt: null });
    expect(withoutExport(await accounts.exportData(ada.account))).toEqual(withoutExport(before));
  });

  it('in an export, or when the other signs out or is deleted', async () => {
    const { accounts, sessions, ada, eve, store } = await adaAndEve();
    const { keys, events } = await accounts.overview(eve.account);
    expect([keys, new Set(events.map(({ account }) => account))]).toEqual([[], new Set([eve.account])]);
    const exported = JSON.stringify(await accounts.exportData(eve.account));
    for (const text of [ADA, 'hall', '77']) expect(exported).not.toContain(text);
    await sessions.end(eve.account);
    expect(await sessions.find(ada.secret)).not.toBeNull();
    await expect(accounts.deleteAccount(eve.account, ADA)).rejects.toMatchObject({
      field: 'email',
    });
    await accounts.deleteAccount(eve.account, EVE);
    expect(await sessions.find(ada.secret)).toMatchObject({ account: ada.account });
    expect(await store.account(ada.account)).toMatchObject({ email: ADA });
    expect((await accounts.overview(ada.account)).keys).toMatchObject([{ name: 'hall', state: 'active' }]);
  });
});

it('an export has everything that is stored about an account, and no secret', async () => {
  const { accounts, ada, clock, key, secret, store, time } = await adaAndEve();
  const now = time.timestamp(clock.now);
  const exported = await accounts.exportData(ada.account);
  expect(exported).toEqual({
    exported_at: now,
    account: { id: ada.account, email: ADA, created_at: now, liked_photos: [] },
    keys: [
      {
        id: key.id,
        name: 'hall',
        prefix: key.prefix,
        quota: 1000,
        venues: null,
        created_at: now,
        revoked_at: null,
        expires_at: null,
        used_today: 77,
        use: [{ day: '2026-11-20', requests: 77 }],
        last_used_at: expect.any(String),
      },
    ],
    sign_in_links: [{ created_at: now, expires_at: '2026-11-20T12:50:00-05:00', used_at: now }],
    sessions: [{ created_at: now, expires_at: '2026-11-20T13:35:00-05:00' }],
    events: [
      { action: 'account.exported', actor: 'owner', at: now, key: null, detail: '' },
      { action: 'key.created', actor: 'owner', at: now, key: key.id, detail: expect.any(String) },
      { action: 'account.signed-in', actor: 'owner', at: now, key: null, detail: '' },
      { action: 'account.created', actor: 'owner', at: now, key: null, detail: '' },
    ],
  });
  expect(JSON.stringify(exported)).not.toContain(secret.slice(9));
  expect(JSON.stringify(exported)).not.toContain(Buffer.from(hashApiKey(secret)).toString('hex'));
  const events = await store.auditEvents({ account: ada.account, limit: 100 });
  expect(JSON.stringify(events)).not.toMatch(/ada@|hall|hc_/);
});

/** Each export records another event. */
function withoutExport(exported: object): object {
  return { ...exported, events: [] };
}
