import { describe, expect, it } from 'vitest';
import { HOUR } from '../domain/micros.ts';
import { hashApiKey, newApiKey } from '../keys/api-key.ts';
import { ADA, accountsForTests, at } from './accounts.fixture.ts';

const under = accountsForTests();
const NOW = at('2026-11-20T12:35:00-05:00');

async function withKey() {
  const parts = await under();
  const { account } = await parts.signIn(ADA);
  const { key, secret } = await parts.accounts.createKey(account, { name: 'bot', expires: '30-days' });
  const mailsBefore = parts.mails.length;
  return { ...parts, account, key, secret, newMails: () => parts.mails.slice(mailsBefore) };
}

describe('a key that somebody found', () => {
  it('is revoked, its owner gets one mail, and the audit log names no secret', async () => {
    const { accounts, account, clock, key, newMails, secret, store } = await withKey();
    clock.now += HOUR;
    expect(await accounts.revokeLeakedKey(secret)).toBeUndefined();
    expect(await accounts.revokeLeakedKey(secret)).toBeUndefined();
    expect((await store.findKey(hashApiKey(secret)))?.key.revokedAt).toBe(clock.now);
    expect(newMails()).toMatchObject([{ to: ADA, subject: `Your key ${key.prefix}… was revoked` }]);
    expect(JSON.stringify(newMails())).not.toContain(secret.slice(9));
    const { events } = await accounts.overview(account);
    expect(events[0]).toMatchObject({ action: 'key.revoked', actor: 'finder', key: key.id });
  });

  it.each([
    ['nothing', () => ''],
    ['a key that was never issued', () => newApiKey()],
    [
      'a key with a mistyped character',
      (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
    ],
    ['a key and more', (secret: string) => `${secret} `],
    ['a megabyte', () => 'x'.repeat(1_000_000)],
  ])('is not %s, with the same result', async (_, change) => {
    const { accounts, newMails, secret, store } = await withKey();
    expect(await accounts.revokeLeakedKey(change(secret))).toBeUndefined();
    expect((await store.findKey(hashApiKey(secret)))?.key.revokedAt).toBeNull();
    expect(newMails()).toEqual([]);
  });

  it.each([
    [
      'that its owner revoked',
      async ({ accounts, account, clock, key }: Awaited<ReturnType<typeof withKey>>) => {
        await accounts.revokeKey(account, key.id);
        clock.now += 1;
      },
    ],
    [
      'that has expired',
      async ({ clock }: Awaited<ReturnType<typeof withKey>>) => {
        clock.now += 30 * 24 * HOUR;
      },
    ],
    [
      'whose secret was replaced, after the overlap',
      async ({ accounts, account, clock, key }: Awaited<ReturnType<typeof withKey>>) => {
        await accounts.replaceKey(account, key.id, { overlap: '1-hour', prefix: key.prefix });
        clock.now += HOUR;
      },
    ],
  ])('and %s, stays as it is, with the same result', async (_, end) => {
    const parts = await withKey();
    await end(parts);
    const before = await parts.store.findKey(hashApiKey(parts.secret));
    expect(await parts.accounts.revokeLeakedKey(parts.secret)).toBeUndefined();
    expect(await parts.store.findKey(hashApiKey(parts.secret))).toEqual(before);
    expect(parts.newMails()).toEqual([]);
  });

  it('can be replaced by its owner, also at the limit, and has the same quota and use', async () => {
    const { accounts, account, key, secret, store } = await withKey();
    await accounts.createKey(account, { name: 'screen', expires: 'never' });
    await store.consumeQuota([{ key: key.id, day: '2026-11-20', quota: 1000, count: 7 }]);
    expect(await accounts.overview(account)).toMatchObject({ freeKeys: 0, canReplaceLeaked: false });
    await accounts.revokeLeakedKey(secret);
    const atLimit = await accounts.overview(account);
    expect(atLimit).toMatchObject({ freeKeys: 0, canReplaceLeaked: true });
    expect(atLimit.keys[1]).toMatchObject({ id: key.id, state: 'revoked', canReplace: true });
    const next = await accounts.replaceKey(account, key.id, { overlap: '7-days', prefix: key.prefix });
    expect(next.key).toMatchObject({ id: key.id, name: 'bot', revokedAt: null, expiresAt: key.expiresAt });
    const [, again] = (await accounts.overview(account)).keys;
    expect(again).toMatchObject({ id: key.id, state: 'active', canReplace: true, used: 7 });
    expect((await store.findKey(hashApiKey(secret)))?.endsAt).toBe(NOW);
    // The secret that was found doesn't revoke the key again.
    await accounts.revokeLeakedKey(secret);
    expect((await accounts.overview(account)).keys[1]).toMatchObject({ state: 'active' });
  });

  it('cannot be replaced twice, with too many keys, or beside another one of its name', async () => {
    const { accounts, account, clock, key, secret } = await withKey();
    const replace = () => accounts.replaceKey(account, key.id, { overlap: 'none', prefix: key.prefix });
    const create = (name: string) => accounts.createKey(account, { name, expires: 'never' });
    await accounts.revokeLeakedKey(secret);
    const same = await create('bot');
    await expect(replace()).rejects.toMatchObject({
      ...{ field: null, message: expect.stringContaining('has this name') },
    });
    await accounts.renameKey(account, same.key.id, 'other');
    clock.now += 24 * HOUR;
    await create('screen');
    expect(await accounts.overview(account)).toMatchObject({ freeKeys: 0, canReplaceLeaked: false });
    await expect(replace()).rejects.toMatchObject({
      message: expect.stringContaining('An account can have 2 keys a day'),
    });
    await accounts.revokeKey(account, same.key.id);
    clock.now += 24 * HOUR;
    expect((await replace()).key).toMatchObject({ id: key.id, revokedAt: null });
    await expect(replace()).rejects.toMatchObject({ message: expect.stringContaining('replaced already') });
  });

  it('stays revoked when its owner revokes it, too, or when it has expired', async () => {
    const { accounts, account, clock, key, secret } = await withKey();
    const replace = () => accounts.replaceKey(account, key.id, { overlap: 'none', prefix: key.prefix });
    await accounts.revokeLeakedKey(secret);
    clock.now += 30 * 24 * HOUR;
    await expect(replace()).rejects.toMatchObject({ message: 'The key bot no longer works.' });
    clock.now -= 30 * 24 * HOUR;
    await accounts.revokeKey(account, key.id);
    await expect(replace()).rejects.toMatchObject({ message: 'The key bot no longer works.' });
  });

  it('is revoked with its former secret during the overlap', async () => {
    const { accounts, account, clock, key, newMails, secret, store } = await withKey();
    const next = await accounts.replaceKey(account, key.id, { overlap: '1-hour', prefix: key.prefix });
    clock.now += HOUR - 1;
    await accounts.revokeLeakedKey(secret);
    expect((await store.findKey(hashApiKey(next.secret)))?.key.revokedAt).toBe(clock.now);
    expect(newMails()).toHaveLength(1);
  });
});
