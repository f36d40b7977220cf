import { describe, expect, it } from 'vitest';
import { HOUR } from '../domain/micros.ts';
import { hashApiKey, newApiKey } from '../keys/api-key.ts';
import { ADA, accountsForTests } from './accounts.fixture.ts';

const under = accountsForTests();

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

  it('is revoked with its former secret during the overlap', async () => {
    const { accounts, account, clock, key, newMails, secret, store } = await withKey();
    const next = await accounts.replaceKey(account, key.id, { overlap: '1-hour', prefix: key.prefix });
    clock.now += HOUR - 1;
    await accounts.revokeLeakedKey(secret);
    expect((await store.findKey(hashApiKey(next.secret)))?.key.revokedAt).toBe(clock.now);
    expect(newMails()).toHaveLength(1);
  });
});
