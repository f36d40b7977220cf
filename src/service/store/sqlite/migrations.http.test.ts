import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../errors.ts';
import { lackingSteps, updateDatabase } from '../migrate.ts';
import type { Store } from '../store.ts';
import { NOON } from '../suite/new-report.fixture.ts';
import { openWriter } from './connection.ts';
import type { Migration } from './migrations.ts';
import { runSql } from './operator.fixture.ts';
import { QUOTA_MIGRATIONS, REPORT_MIGRATIONS } from './schema.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';
import { updateFile } from './update.ts';

const path = temporaryFiles();

const FIRST: Migration = {
  name: 'first',
  sql: 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)',
};
const SECOND: Migration = { name: 'second', sql: 'CREATE TABLE b (y INTEGER) STRICT' };
const BROKEN: Migration = {
  name: 'broken',
  sql: 'CREATE TABLE c (z INTEGER) STRICT; INSERT INTO nowhere VALUES (1)',
};

describe('migrations', () => {
  it('apply each step once, and later only new ones', async () => {
    const file = path('steps.db');
    (await open(file, [FIRST])).close();
    expect(look(file)).toEqual({ version: 1, tables: ['a'], journal: 'wal' });
    await expect(open(file, [FIRST, SECOND], false)).rejects.toMatchObject({
      code: 'outdated',
      message: expect.stringMatching(/has version 1 .* needs version 2: .* run headcount migrate$/),
    });
    expect(look(file)).toEqual({ version: 1, tables: ['a'], journal: 'wal' });
    (await open(file, [FIRST, SECOND])).close();
    (await open(file, [FIRST, SECOND], false)).close();
    expect(look(file)).toEqual({ version: 2, tables: ['a', 'b'], journal: 'wal' });
    const rows = new DatabaseSync(file).prepare('SELECT count(*) AS n FROM a').get();
    expect(rows?.['n']).toBe(1);
  });

  it('keep the steps before a failing one, undo the failing one, and name it', async () => {
    const file = path('broken.db');
    (await open(file, [FIRST])).close();
    await expect(open(file, [FIRST, BROKEN, SECOND])).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringMatching(/broken\.db could not be updated to version 2 \(broken\): .*nowhere/),
    });
    expect(look(file)).toEqual({ version: 1, tables: ['a'], journal: 'wal' });
  });

  it('make a new file at once or not at all', async () => {
    const file = path('new-broken.db');
    await expect(open(file, [FIRST, BROKEN], false)).rejects.toMatchObject({ code: 'migration-failed' });
    expect(look(file)).toMatchObject({ version: 0, tables: [] });
  });

  it('reject a database of a newer program and leave it unchanged', async () => {
    const file = path('newer.db');
    (await open(file, [FIRST, SECOND])).close();
    const before = await readFile(file);
    await expect(open(file, [FIRST])).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringMatching(/newer\.db has version 2 .* up to 1/),
    });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('reject the database of another program and leave it unchanged', async () => {
    const file = path('foreign.db');
    runSql(file, 'CREATE TABLE recipe (name TEXT)');
    const before = await readFile(file);
    await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'foreign-database' });
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});

describe('the migrations of earlier databases', () => {
  it('leave counters as they were, and take when a reporter was heard from its reports', async () => {
    const file = path('before-heard.db');
    const before = await open(file, REPORT_MIGRATIONS.slice(0, 8));
    before.exec(`
      INSERT INTO reporter (id, name, hash, prefix, created_at)
        VALUES (1, 'door', zeroblob(32), 'p1', 5), (2, 'till', x'${'01'.repeat(32)}', 'p2', 5);
      INSERT INTO report VALUES (1, ${NOON}, 2, NULL, NULL), (2, ${NOON + 1}, 2, NULL, NULL), (3, ${NOON + 2}, 2, NULL, NULL);
      INSERT INTO reporter_report VALUES (1, 1, NULL), (2, 1, NULL)`);
    before.close();
    const counters = await open(`${file}-quota`, QUOTA_MIGRATIONS.slice(0, 2));
    counters.exec("INSERT INTO request_count VALUES (7, '2026-03-02', 4, 1)");
    counters.close();
    const store = await updated(file);
    expect(await store.usedQuota(7, '2026-03-02')).toBe(4);
    expect(await store.listReporters()).toMatchObject([
      { heardAt: NOON + 1, every: null },
      { heardAt: null, every: null },
    ]);
    await store.close();
  });
});

describe('opening', () => {
  it('creates a missing database only with `create`', async () => {
    const file = path('missing.db');
    await expect(openSqliteStore(file)).rejects.toMatchObject({
      code: 'missing',
      message: expect.stringContaining(file),
    });
    await (await openSqliteStore(file, { create: true })).close();
    await (await openSqliteStore(file)).close();
  });

  it('names a folder that is no database', async () => {
    const file = path('wrong.db');
    await mkdir(file);
    const error = await openSqliteStore(file, { create: true }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: 'unusable', message: expect.stringContaining(file) });
  });

  it('names a file in a folder that is missing or is a file', async () => {
    const plain = path('plain.txt');
    await writeFile(plain, 'text');
    for (const file of [join(path('nowhere'), 'a.db'), join(plain, 'a.db')]) {
      const expected = { code: 'unusable', message: expect.stringContaining(file) };
      await expect(openSqliteStore(file, { create: true })).rejects.toMatchObject(expected);
    }
    const inFile = openSqliteStore(join(plain, 'a.db'));
    await expect(inFile).rejects.toMatchObject({ code: 'unusable' });
  });

  it('retries while another process has locked the new file', async () => {
    const file = path('held.db');
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    setTimeout(() => other.close(), 200);
    const store = await openSqliteStore(file, { create: true });
    await store.ping();
    await store.close();
  });

  it('rejects counters that are not a database before it creates the reports', async () => {
    const file = path('counters.db');
    await writeFile(`${file}-quota`, 'not a database at all '.repeat(100));
    await expect(openSqliteStore(file, { create: true })).rejects.toMatchObject({
      code: 'not-a-database',
      message: expect.stringContaining(`${file}-quota`),
    });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('flushes reports with every commit, and uses WAL mode for both files', async () => {
    const file = path('modes.db');
    const store = await openSqliteStore(file, { create: true });
    expect([look(file).journal, look(`${file}-quota`).journal]).toEqual(['wal', 'wal']);
    const database = { file, migrations: [FIRST], synchronous: 'FULL' } as const;
    const other = await openWriter({ ...database, file: path('flushed.db') }, true);
    expect(other.prepare('PRAGMA synchronous').get()?.['synchronous']).toBe(2);
    other.close();
    await store.close();
  });
});

/** Creates a file, or opens one, which is updated before unless `update` is false. */
async function open(file: string, migrations: readonly Migration[], update = true): Promise<DatabaseSync> {
  const database = { file, synchronous: 'FULL', migrations } as const;
  if (update && existsSync(file)) await updateFile(database);
  return openWriter(database, true);
}

/** Opens a file of an older version, which is refused until it is updated. */
async function updated(file: string): Promise<Store> {
  const address = { engine: 'sqlite', file } as const;
  await expect(openSqliteStore(file, { create: true })).rejects.toMatchObject({ code: 'outdated' });
  expect(await lackingSteps(address)).not.toEqual([]);
  await updateDatabase(address);
  expect(await lackingSteps(address)).toEqual([]);
  return openSqliteStore(file);
}

function look(file: string) {
  const connection = new DatabaseSync(file);
  const seen = {
    version: connection.prepare('PRAGMA user_version').get()?.['user_version'],
    tables: connection
      .prepare('SELECT name FROM sqlite_schema ORDER BY name')
      .all()
      .map((row) => row['name']),
    journal: connection.prepare('PRAGMA journal_mode').get()?.['journal_mode'],
  };
  connection.close();
  return seen;
}
