import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../service/domain/micros.ts';
import { ADA, accountsForTests, at, EVE } from './accounts.fixture.ts';

const under = accountsForTests();

describe('a sign-in link', () => {
  it.each([
    [15 * MINUTE - 1, true],
    [15 * MINUTE, false],
  ])('%i µs after it was created: %s', async (later, works) => {
    const { sessions, clock, newestToken } = await under();
    await sessions.requestLink(ADA);
    clock.now += later;
    expect(await sessions.linkAddress(newestToken())).toBe(works ? ADA : null);
    expect((await sessions.begin(newestToken())) !== null).toBe(works);
  });

  it('cannot be used with a token that is not exactly its own', async () => {
    const { sessions, newestToken } = await under();
    await sessions.requestLink(ADA);
    const token = newestToken();
    const otherCase = token.replace(/[a-z]/, (c) => c.toUpperCase());
    for (const other of ['', token.slice(1), `${token}A`, `${token}=`, otherCase]) {
      expect(await sessions.linkAddress(other)).toBeNull();
      expect(await sessions.begin(other)).toBeNull();
      expect(await sessions.find(other)).toBeNull();
    }
  });
});

describe('the links of an address', () => {
  it('are three an hour at most; tags and letter case make no difference', async () => {
    const { sessions, clock, mails } = await under();
    const start = clock.now;
    const typed = [ADA, 'ADA@example.edu', 'ada+1@example.edu', 'ada+2@example.edu', ADA];
    for (const [index, email] of typed.entries()) {
      expect(await sessions.requestLink(email)).toEqual({ email: ADA, isMailed: index < 3 });
      clock.now += MINUTE;
    }
    expect(mails.map(({ to }) => to)).toEqual([ADA, ADA, ADA]);
    await sessions.requestLink(EVE);
    expect(mails.at(-1)?.to).toBe(EVE);
    clock.now = start + HOUR - 1;
    await sessions.requestLink(ADA);
    expect(mails).toHaveLength(4);
    clock.now = start + HOUR;
    await sessions.requestLink(ADA);
    await sessions.requestLink(ADA);
    expect(mails).toHaveLength(5);
  });

  it('do not count if they never left, and count if they did', async () => {
    const { accountsOn, store } = await under();
    const undelivered: (() => Promise<void>)[] = [];
    const { sessions } = accountsOn(store, {
      send: (_, report = async () => {}) => void undelivered.push(report),
    });
    for (let round = 0; round < 5; round += 1) await sessions.requestLink(ADA);
    expect(undelivered).toHaveLength(3);
    for (const report of undelivered.splice(0)) await report();
    for (let round = 0; round < 5; round += 1) await sessions.requestLink(ADA);
    expect(undelivered).toHaveLength(3);
  });
});

it('asking for a link does the same for a known and an unknown address, and never looks for an account', async () => {
  const { accountsOn, signIn, store } = await under();
  await signIn(ADA);
  const calls: string[] = [];
  const watched = new Proxy(store, {
    get(target, name: keyof typeof store) {
      calls.push(name);
      return target[name];
    },
  });
  const { sessions } = accountsOn(watched);
  for (const email of [ADA, EVE]) {
    await sessions.requestLink(email);
    expect(calls.splice(0)).toEqual(['isSignInBlocked', 'addSignInLink']);
  }
});

describe('a session', () => {
  it('ends when its address is denied, and so does a link', async () => {
    const { sessions, denied, newestToken, signIn } = await under();
    const { secret } = await signIn(ADA);
    await sessions.requestLink(ADA);
    denied.add(ADA);
    expect([await sessions.find(secret), await sessions.begin(newestToken())]).toEqual([null, null]);
  });
});

it('secrets are 256 random bits, and no file of the database contains one', async () => {
  const { accounts, sessions, file, newestToken, signIn } = await under();
  const { account, secret } = await signIn(ADA);
  await sessions.requestLink(ADA);
  const { secret: key } = await accounts.createKey(account, 'bot');
  const secrets = [secret, newestToken(), key];
  expect(new Set(secrets).size).toBe(3);
  for (const token of secrets.slice(0, 2)) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const bytes = await readFile(join(dirname(file), name));
    for (const text of secrets) {
      expect(bytes.includes(text), name).toBe(false);
      expect(bytes.includes(Buffer.from(text, 'base64url')), name).toBe(false);
    }
  }
});

describe('after an account is deleted', () => {
  // The last day of daylight saving time has 25 hours; some zones skip midnight.
  it.each([
    ['America/New_York', '2026-11-20T23:59:59.999999-05:00', '2026-11-21T00:00-05:00'],
    ['America/New_York', '2026-11-01T00:00-04:00', '2026-11-02T00:00-05:00'],
    ['America/Havana', '2026-03-07T12:00-05:00', '2026-03-08T01:00-04:00'],
  ])('in %s at %s, its address is blocked until %s', async (timeZone, now, midnight) => {
    const { accounts, sessions, clock, mails, newestToken, signIn, store } = await under({ timeZone, now });
    const { account, secret } = await signIn(ADA);
    await sessions.requestLink(ADA);
    const outstanding = newestToken();
    await accounts.deleteAccount(account, ADA);
    expect(await sessions.find(secret)).toBeNull();
    expect(await sessions.begin(outstanding)).toBeNull();
    clock.now = at(midnight) - 1;
    await sessions.requestLink('ada+other@example.edu');
    expect(mails.at(-1)?.subject).toContain('from tomorrow');
    expect(newestToken()).toBe('');
    clock.now = at(midnight);
    expect(await store.findAccount(ADA)).toBeNull();
    clock.now += HOUR;
    expect((await signIn(ADA)).account).not.toBe(account);
  });

  it('no sign-in link of its address is left, also not the used one', async () => {
    const { accounts, sessions, signIn, store } = await under();
    const { account } = await signIn(ADA);
    await sessions.requestLink(ADA);
    await sessions.requestLink(EVE);
    expect(await store.signInLinksOf(ADA)).toHaveLength(2);
    await accounts.deleteAccount(account, ADA);
    expect(await store.signInLinksOf(ADA)).toEqual([]);
    expect(await store.signInLinksOf(EVE)).toHaveLength(1);
  });

  it('nobody who signed in meanwhile can use the new account on that day', async () => {
    const { accounts, sessions, another, clock, newestToken, signIn } = await under();
    const other = await another();
    for (const email of ['a@example.edu', 'b@example.edu', 'c@example.edu', 'd@example.edu']) {
      const { account } = await signIn(email);
      await sessions.requestLink(email);
      const [session] = await Promise.all([
        other.sessions.begin(newestToken()),
        accounts.deleteAccount(account, email),
      ]);
      expect(session && (await sessions.find(session.secret))).toBeNull();
    }
    clock.now += 24 * HOUR;
    expect((await signIn('a@example.edu')).account).toBeGreaterThan(0);
  });
});
