import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { addedKey } from '../suite/account.fixture.ts';
import { NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A store with a key and a report whose photo somebody likes, and a program that knows nothing of versions. */
async function withOtherProgram(): Promise<{
  readonly file: string;
  readonly store: Store;
  readonly other: DatabaseSync;
}> {
  const file = path('version.db');
  const store = await openSqliteStore(file, { create: true });
  const { id } = await store.signIn('ann@u.edu', NOON);
  await addedKey(store, id, 1);
  await store.addReports([[newReport({ photo: newPhoto({ likes: ['bo@u.edu'] }) })]]);
  const other = new DatabaseSync(file);
  closing.push(
    () => store.close(),
    () => other.close(),
  );
  return { file, store, other };
}

describe('the version on SQLite', () => {
  it.each([
    'UPDATE api_key SET revoked_at = 1',
    'UPDATE api_key SET quota = 9',
    "INSERT INTO api_key (account_id, hash, prefix, created_at, quota) VALUES (1, zeroblob(32), '', 1, 1)",
    'DELETE FROM api_key',
    'UPDATE account SET deleted_at = 1 WHERE id = 2',
    'UPDATE report SET bucket = 5',
    'DELETE FROM photo_like',
    'INSERT INTO photo_like VALUES (1, 1)',
    "UPDATE photo SET caption = 'soup'",
    'UPDATE week_count SET reports = 2',
    "INSERT INTO fact VALUES ('simulated', '1')",
  ])('changes at once when another program runs %s', async (sql) => {
    const { store, other } = await withOtherProgram();
    const before = await store.version();
    other.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    const after = await store.version();
    expect(after).toBeGreaterThan(before as number);
    expect(await store.version()).toBe(after);
  });

  it('may change later than another program commits, if the store is opened so, but not than the store itself does', async () => {
    const { file, other } = await withOtherProgram();
    const store = await openSqliteStore(file, { noticeWithin: 60_000 });
    closing.push(() => store.close());
    const before = (await store.version()) as number;
    other.exec('UPDATE report SET bucket = 5');
    expect(await store.version()).toBe(before);
    await store.addReports([[newReport({ createdAt: NOON + 1 })]]);
    expect(await store.version()).toBeGreaterThan(before);
    const soon = await openSqliteStore(file, { noticeWithin: 50 });
    closing.push(() => soon.close());
    const known = await soon.version();
    other.exec('UPDATE report SET bucket = 4');
    await expect.poll(() => soon.version()).toBeGreaterThan(known as number);
  });

  it.each([
    "INSERT INTO account (email, created_at) VALUES ('cy@u.edu', 1)",
    "INSERT INTO audit_event (at, actor, action, detail) VALUES (1, 'owner', 'account.exported', '')",
    'DELETE FROM audit_event',
  ])('stays the same when another program runs %s', async (sql) => {
    const { store, other } = await withOtherProgram();
    const before = await store.version();
    other.exec(sql);
    expect(await store.version()).toBe(before);
  });
});
