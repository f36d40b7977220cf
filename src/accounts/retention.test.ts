import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../domain/micros.ts';
import { ADA, accountsForTests } from './accounts.fixture.ts';
import { deleteExpired } from './retention.ts';
import { sha256 } from './token.ts';

const start = accountsForTests();

it('deletes links after an hour, so that three of them still count until then', async () => {
  const { sessions, store, clock, mails } = await start();
  const first = clock.now;
  for (let link = 0; link < 3; link += 1) await sessions.requestLink(ADA);
  clock.now = first + HOUR - 1;
  await deleteExpired(store, clock.now);
  await sessions.requestLink(ADA);
  expect(mails).toHaveLength(3);
  clock.now += 1;
  const hasLinks = async () =>
    !(await store.addSignInLink(
      { hash: sha256('probe'), email: ADA, createdAt: first, expiresAt: first },
      { most: 1, since: 0 },
    ));
  expect(await hasLinks()).toBe(true);
  await deleteExpired(store, clock.now);
  expect(await hasLinks()).toBe(false);
});

it('deletes sessions at their end, and the blocks of addresses at midnight', async () => {
  const { accounts, sessions, store, clock, signIn, time } = await start();
  const ada = await signIn(ADA);
  const began = clock.now;
  await deleteExpired(store, began + HOUR - MINUTE);
  expect(await sessions.find(ada.secret)).not.toBeNull();
  await deleteExpired(store, began + HOUR);
  expect(await sessions.find(ada.secret)).toBeNull();
  await accounts.deleteAccount(ada.account, { email: ADA });
  const isBlocked = () => store.isSignInBlocked(sha256(ADA), began);
  const midnight = time.day(time.date(began)).end;
  await deleteExpired(store, midnight - 1);
  expect(await isBlocked()).toBe(true);
  await deleteExpired(store, midnight);
  expect(await isBlocked()).toBe(false);
});

it('deletes request counters, whether requests come or not', async () => {
  const { store, clock, file } = await start();
  await store.consumeQuota([{ key: 1, day: '2026-11-20', quota: 9, count: 3 }]);
  await deleteExpired(store, clock.now);
  expect(await store.usedQuota(1, '2026-11-20')).toBe(3);
  const counters = new DatabaseSync(`${file}-quota`);
  counters.exec('UPDATE request_count SET touched_at = touched_at - 36 * 86400');
  counters.close();
  await deleteExpired(store, clock.now);
  expect(await store.usedQuota(1, '2026-11-20')).toBe(0);
});

it('keeps audit events for 400 days', async () => {
  const { store, clock, signIn } = await start();
  await signIn(ADA);
  const kept = 400 * 24 * HOUR;
  await deleteExpired(store, clock.now + kept);
  expect(await store.auditEvents({ limit: 9 })).toHaveLength(2);
  await deleteExpired(store, clock.now + kept + 1);
  expect(await store.auditEvents({ limit: 9 })).toEqual([]);
});
