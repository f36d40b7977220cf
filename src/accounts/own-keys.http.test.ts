import { describe, expect, it } from 'vitest';
import { DAY, HOUR, SECOND } from '../service/domain/micros.ts';
import { ADA, accountsForTests, at } from './accounts.fixture.ts';

const under = accountsForTests();

async function withAda(given?: Parameters<typeof under>[0]) {
  const parts = await under(given);
  const { account } = await parts.signIn(ADA);
  const create = (name: string) => parts.accounts.createKey(account, name);
  const freeKeys = async () => (await parts.accounts.overview(account)).freeKeys;
  return { ...parts, account, create, freeKeys };
}

const refused = (field: string | null, message: string) =>
  expect.objectContaining({ name: 'AccountError', field, message: expect.stringContaining(message) });
const TOO_MANY = refused(null, 'An account can have 2 keys a day');

describe('a new key', () => {
  it('cannot have the name of another active key, so that a repeated request creates none', async () => {
    const { account, accounts, create } = await withAda({ mostKeys: 5 });
    const { key } = await create('bot');
    await expect(create(' bot ')).rejects.toEqual(refused('name', 'Another of your keys has this name'));
    await accounts.revokeKey(account, key.id);
    expect((await create('bot')).key.id).not.toBe(key.id);
  });
});

describe('the keys of an account', () => {
  // Days of 24 and 25 hours, a zone that skips midnight, and one with a quarter of an hour.
  it.each([
    ['America/New_York', '2026-11-20T23:59:59.999999-05:00', '2026-11-21T00:00-05:00'],
    ['America/New_York', '2026-11-01T00:00-04:00', '2026-11-02T00:00-05:00'],
    ['America/Havana', '2026-03-08T01:00-04:00', '2026-03-09T00:00-04:00'],
    ['Asia/Kathmandu', '2026-11-20T00:00+05:45', '2026-11-21T00:00+05:45'],
  ])('in %s, one that is revoked at %s counts until %s', async (timeZone, now, midnight) => {
    const { accounts, account, clock, create, freeKeys } = await withAda({ timeZone, now });
    const first = await create('first');
    await create('second');
    await accounts.revokeKey(account, first.key.id);
    for (const moment of [clock.now, at(midnight) - 1]) {
      clock.now = moment;
      expect(await freeKeys()).toBe(0);
      await expect(create('third')).rejects.toEqual(TOO_MANY);
    }
    clock.now = at(midnight);
    expect(await freeKeys()).toBe(1);
    await create('third');
    expect(await freeKeys()).toBe(0);
  });

  it('that are revoked count for a day longer if venues are in other time zones', async () => {
    const now = '2026-11-20T12:00-05:00';
    const { accounts, account, clock, create, freeKeys } = await withAda({
      now,
      mostKeys: 1,
      daysApart: DAY,
    });
    await accounts.revokeKey(account, (await create('first')).key.id);
    clock.now = at('2026-11-22T00:00-05:00') - 1;
    expect([await freeKeys(), (await accounts.overview(account)).freeTomorrow]).toEqual([0, true]);
    await expect(create('second')).rejects.toThrow();
    clock.now += 1;
    expect(await freeKeys()).toBe(1);
    await create('second');
  });

  it('are shown, newest first, until 30 days after their end', async () => {
    const { accounts, account, clock, create } = await withAda({ mostKeys: 5 });
    const { key } = await create('old');
    clock.now += SECOND;
    await accounts.revokeKey(account, key.id);
    await create('new');
    const names = async () => (await accounts.overview(account)).keys.map(({ name }) => name);
    expect(await names()).toEqual(['new', 'old']);
    clock.now += 30 * 24 * HOUR;
    expect(await names()).toEqual(['new', 'old']);
    clock.now += 1;
    expect(await names()).toEqual(['new']);
  });
});

describe('a key that is replaced', () => {
  it('keeps its counter, and frees no key', async () => {
    const { accounts, account, create, freeKeys, store } = await withAda();
    const { key } = await create('bot');
    await store.consumeQuota([{ key: key.id, day: '2026-11-20', quota: 1000, count: 700 }]);
    const { prefix } = (await accounts.replaceKey(account, key.id, key.prefix)).key;
    const { keys } = await accounts.overview(account);
    expect(keys).toMatchObject([{ id: key.id, prefix, used: 700, state: 'active' }]);
    expect(keys[0]?.lastUsedAt).not.toBeNull();
    expect(await freeKeys()).toBe(1);
  });
});

describe('an owner', () => {
  it('renames a key, to a name that is free', async () => {
    const { accounts, account, create, store } = await withAda();
    const { key } = await create('bot');
    await create('screen');
    expect(await accounts.renameKey(account, key.id, ' hall ')).toMatchObject({ id: key.id, name: 'hall' });
    await expect(accounts.renameKey(account, key.id, 'screen')).rejects.toEqual(refused('name', 'Another'));
    await expect(accounts.renameKey(account, key.id, '')).rejects.toEqual(refused('name', 'Give the key'));
    await expect(accounts.createKey(account, '')).rejects.toEqual(refused('name', 'Give the key'));
    const before = await store.auditEvents({ limit: 100 });
    expect(await accounts.renameKey(account, key.id, 'hall ')).toMatchObject({ name: 'hall' });
    // Nothing has changed.
    expect(await store.auditEvents({ limit: 100 })).toEqual(before);
  });

  it('can do nothing with a deleted account', async () => {
    const { accounts, account, create } = await withAda();
    const { key } = await create('bot');
    await accounts.deleteAccount(account, ADA);
    await expect(create('other')).rejects.toEqual(refused(null, 'The account was deleted'));
    await expect(accounts.exportData(account)).rejects.toEqual(refused(null, 'The account was deleted'));
    await expect(accounts.deleteAccount(account, ADA)).rejects.toEqual(refused(null, 'deleted'));
    await expect(accounts.replaceKey(account, key.id, key.prefix)).rejects.toEqual(
      refused(null, 'no longer works'),
    );
  });
});
