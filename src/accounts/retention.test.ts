import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../service/domain/micros.ts';
import { sha256 } from '../service/keys/token.ts';
import { newReport } from '../service/store/suite/new-report.fixture.ts';
import { ADA, accountsForTests } from './accounts.fixture.ts';
import { Retention } from './retention.ts';

const DAY = 24 * HOUR;
const start = accountsForTests();

it('deletes links after an hour, so that three of them still count until then', async () => {
  const { sessions, store, clock, mails } = await start();
  const first = clock.now;
  for (let link = 0; link < 3; link += 1) await sessions.requestLink(ADA);
  clock.now = first + HOUR - 1;
  await new Retention(() => [store]).deleteExpired(clock.now);
  await sessions.requestLink(ADA);
  expect(mails).toHaveLength(3);
  clock.now += 1;
  const hasLinks = async () =>
    !(await store.addSignInLink(
      { hash: sha256('probe'), email: ADA, createdAt: first, expiresAt: first },
      { most: 1, since: 0 },
    ));
  expect(await hasLinks()).toBe(true);
  await new Retention(() => [store]).deleteExpired(clock.now);
  expect(await hasLinks()).toBe(false);
});

it('deletes sessions at their end, and the blocks of addresses at midnight', async () => {
  const { accounts, sessions, store, clock, signIn, time } = await start();
  const ada = await signIn(ADA);
  const began = clock.now;
  await new Retention(() => [store]).deleteExpired(began + HOUR - MINUTE);
  expect(await sessions.find(ada.secret)).not.toBeNull();
  await new Retention(() => [store]).deleteExpired(began + HOUR);
  expect(await sessions.find(ada.secret)).toBeNull();
  await accounts.deleteAccount(ada.account, ADA);
  const isBlocked = () => store.isSignInBlocked(sha256(ADA), began);
  const midnight = time.day(time.date(began)).end;
  await new Retention(() => [store]).deleteExpired(midnight - 1);
  expect(await isBlocked()).toBe(true);
  await new Retention(() => [store]).deleteExpired(midnight);
  expect(await isBlocked()).toBe(false);
});

it('deletes request counters, whether requests come or not', async () => {
  const { store, clock, file } = await start();
  await store.consumeQuota([{ key: 1, day: '2026-11-20', quota: 9, count: 3 }]);
  const changedBefore = (days: number) => {
    const counters = new DatabaseSync(`${file}-quota`);
    counters.prepare('UPDATE request_count SET touched_at = ?').run((clock.now - days * DAY) / SECOND);
    counters.close();
  };
  changedBefore(34);
  await new Retention(() => [store]).deleteExpired(clock.now);
  expect(await store.usedQuota(1, '2026-11-20')).toBe(3);
  changedBefore(36);
  await store.addReports([[newReport({ createdAt: clock.now })]]);
  await new Retention(() => [store]).deleteExpired(clock.now);
  expect(await store.usedQuota(1, '2026-11-20')).toBe(0);
});

it('keeps audit events for 400 days', async () => {
  const { store, clock, signIn } = await start();
  await signIn(ADA);
  const kept = 400 * DAY;
  await store.addReports([[newReport({ createdAt: clock.now + kept })]]);
  await new Retention(() => [store]).deleteExpired(clock.now + kept);
  expect(await store.auditEvents({ limit: 9 })).toHaveLength(2);
  await new Retention(() => [store]).deleteExpired(clock.now + kept + 1);
  expect(await store.auditEvents({ limit: 9 })).toEqual([]);
});

describe('a clock that is far ahead of everything stored', () => {
  it('deletes nothing, though the service stores new events, until it is set back', async () => {
    const { store, sessions, clock, signIn } = await start();
    const { secret } = await signIn(ADA);
    const began = clock.now;
    const retention = new Retention(() => [store]);
    const wrong = began + 5 * 365 * DAY;
    expect(await retention.deleteExpired(wrong)).toBe(began);
    await store.addReports([[newReport({ createdAt: wrong })]]);
    expect(await retention.deleteExpired(wrong + HOUR)).toBe(began);
    expect(await sessions.find(secret)).not.toBeNull();
    expect(await store.auditEvents({ limit: 9 })).toHaveLength(2);
    expect(await retention.deleteExpired(began + HOUR)).toBeNull();
    expect(await sessions.find(secret)).toBeNull();
  });

  it('is right after a long break: a later start deletes again, once there are new events', async () => {
    const { store, clock, signIn } = await start();
    await signIn(ADA);
    const later = clock.now + 500 * DAY;
    expect(await new Retention(() => [store]).deleteExpired(later)).toBe(clock.now);
    await store.addReports([[newReport({ createdAt: later })]]);
    expect(await new Retention(() => [store]).deleteExpired(later + DAY)).toBeNull();
    expect(await store.auditEvents({ limit: 9 })).toEqual([]);
  });
});
