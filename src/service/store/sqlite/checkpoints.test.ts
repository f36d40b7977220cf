import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
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

it('deletes the checkpoints of a database that was replaced by another', async () => {
  const file = path('replaced.db');
  const before = await openSqliteStore(file, { create: true });
  await before.saveCheckpoint('a', 'of the first');
  await before.close();
  await rm(file);
  const after = await openSqliteStore(file, { create: true });
  expect(await after.checkpoint('a')).toBeNull();
  await after.saveCheckpoint('b', 'of the second');
  await after.close();
  const counters = new DatabaseSync(`${file}-quota`);
  expect(counters.prepare('SELECT name, value FROM memo').all()).toEqual([
    { name: 'b', value: 'of the second' },
  ]);
  counters.close();
});
