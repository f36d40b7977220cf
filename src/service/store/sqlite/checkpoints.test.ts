import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { HOUR } from '../../domain/micros.ts';
import { hash } from '../suite/account.fixture.ts';
import { NOON } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();

it('saves checkpoints while an import has locked the reports', async () => {
  const file = path('locked.db');
  const store = await openSqliteStore(file, { create: true });
  const importing = new DatabaseSync(file);
  importing.exec('BEGIN IMMEDIATE');
  const begin = performance.now();
  await store.saveCheckpoint('a', 'b');
  // Far less than a connection waits for a lock.
  expect(performance.now() - begin).toBeLessThan(5000);
  expect(await store.checkpoint('a')).toBe('b');
  importing.close();
  await store.close();
});

it('finds no checkpoint or session of the database that was in its place, where another person had the same id', async () => {
  const [file, other] = [path('here.sqlite'), path('other.sqlite')];
  const before = await openSqliteStore(file, { create: true });
  await before.signIn('ann@u.edu', NOON);
  await before.addSession({ hash: hash(1), account: 1, createdAt: NOON, expiresAt: NOON + HOUR });
  await before.saveCheckpoint('a', 'of the first');
  await before.close();
  const moved = await openSqliteStore(other, { create: true });
  expect(await moved.signIn('bo@u.edu', NOON)).toMatchObject({ id: 1 });
  await moved.close();
  // The file of counters, checkpoints and sessions stays.
  await rename(other, file);
  const after = await openSqliteStore(file);
  expect(await after.findAccount('bo@u.edu')).toMatchObject({ id: 1 });
  expect(await after.findSession(hash(1), NOON)).toBeNull();
  expect(await after.endSessions(1)).toBe(0);
  expect(await after.checkpoint('a')).toBeNull();
  await after.saveCheckpoint('b', 'of the second');
  await after.close();
  const counters = new DatabaseSync(`${file}-quota`);
  expect(counters.prepare('SELECT name, value FROM memo').all()).toEqual([
    { name: 'b', value: 'of the second' },
  ]);
  counters.close();
});
