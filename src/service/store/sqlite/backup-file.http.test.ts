import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { check, checkBackup } from '../backup/check.ts';
import { REBUILD_COUNTS } from '../backup/checks.ts';
import { appendChecksum, verifyChecksum } from '../backup/checksum.ts';
import { rehearseRestore, restore } from '../backup/restore.ts';
import { TABLES } from '../backup/tables.ts';
import { NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { migrate } from './migrations.ts';
import { runSql } from './operator.fixture.ts';
import { REPORT_MIGRATIONS } from './schema.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const MADE_AT = '2026-03-02T12:00:00Z';

const address = (file: string) => ({ engine: 'sqlite', file }) as const;
const backedUp = (file: string, to: string, force = false) =>
  backUp(address(file), to, { force, madeAt: MADE_AT, subject: 'service' });

/** A database with two reports, in a folder of its own. */
async function database(): Promise<string> {
  const folder = path('folder');
  await mkdir(folder);
  const file = join(folder, 'store.sqlite');
  const store = await openSqliteStore(file, { create: true });
  await store.addReports([[newReport({ photo: newPhoto() }), newReport({ createdAt: NOON + 1 })]]);
  await store.close();
  return file;
}

describe('the tables of a backup', () => {
  it('are all tables and columns of a database, except those that are computed', async () => {
    const file = await database();
    const connection = new DatabaseSync(file);
    connection.prepare('ATTACH DATABASE ? AS counters').run(`${file}-quota`);
    const columns = connection.prepare(`
      SELECT t.name || '.' || c.name AS name FROM pragma_table_list t JOIN pragma_table_info(t.name, t.schema) c
      WHERE t.type = 'table' AND t.schema <> 'temp' AND t.name NOT LIKE 'sqlite_%'
        AND t.name NOT IN ('quarter_count', 'week_count', 'data_version', 'memo', 'sign_in_link', 'session', 'blocked_address')`);
    const stored = columns.all().map((row) => row['name']);
    connection.close();
    const backedUp = TABLES.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
    expect(stored.toSorted()).toEqual(backedUp.toSorted());
  });
});

describe('the file of a backup', () => {
  it('is readable by its owner only, and alone', async () => {
    const file = await database();
    const to = join(dirname(file), 'backup');
    const before = await readdir(dirname(file));
    await backedUp(file, to);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    const leftOver = (await readdir(dirname(file))).filter(
      (name) => !/sqlite(-quota)?-(wal|shm)$/.test(name),
    );
    expect(leftOver.toSorted()).toEqual([...before, 'backup'].toSorted());
  });

  it('never replaces a file without force', async () => {
    const file = await database();
    const to = path('existing');
    await writeFile(to, 'precious');
    await expect(backedUp(file, to)).rejects.toThrow(/existing already exists; .*--force/);
    expect(await readFile(to, 'utf8')).toBe('precious');
    await backedUp(file, to, true);
    expect((await checkBackup(to)).problems).toEqual([]);
    await expect(backedUp(file, dirname(file))).rejects.toThrow('already exists');
  });

  it('never replaces a database, even with force', async () => {
    const file = await database();
    for (const to of [file, `${file}-quota`]) {
      const before = await readFile(to);
      await expect(backedUp(file, to, true)).rejects.toThrow('is a database');
      expect((await readFile(to)).equals(before)).toBe(true);
    }
    const link = path('link');
    await symlink(file, link);
    await expect(backedUp(file, link, true)).rejects.toThrow('not a file that can be replaced');
  });

  it('is not written from a damaged database, and nothing remains of it', async () => {
    const file = await database();
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xff, 5000, 12_000));
    const folder = path('empty');
    await mkdir(folder);
    await expect(backedUp(file, join(folder, 'backup'))).rejects.toThrow(/database is damaged, so no backup/);
    expect(await readdir(folder)).toEqual([]);
    expect((await check(address(file))).problems.length).toBeGreaterThan(0);
  });

  it.each(['', '-quota'])('is not written when FILE%s is something else', async (suffix) => {
    const file = await database();
    await writeFile(file + suffix, 'rubbish'.repeat(5000));
    const to = path('backup');
    await expect(backedUp(file, to)).rejects.toThrow(`${suffix} is not an SQLite database`);
    await expect(stat(to)).rejects.toMatchObject({ code: 'ENOENT' });
    const problems = [expect.stringMatching(/is not an SQLite database/)];
    expect((await check(address(file))).problems).toEqual(problems);
  });

  it('has the content of a database of an older version, which stays as it was', async () => {
    const file = path('old.sqlite');
    const old = new DatabaseSync(file);
    migrate(old, { file, migrations: REPORT_MIGRATIONS.slice(0, 1) });
    old.exec(`INSERT INTO report VALUES (1, ${NOON}, 2, NULL, NULL)`);
    old.close();
    const before = await readFile(file);
    expect((await check(address(file))).problems).toEqual([
      expect.stringContaining('can be read by other users; run chmod 600'),
      expect.stringContaining('-quota is missing'),
      expect.stringContaining('has version 1 of the schema'),
    ]);
    const to = path('backup');
    await backedUp(file, to);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await checkBackup(to)).toMatchObject({ problems: [], counts: { report: 1 } });
  });

  it('is recognized as damaged wherever a bit is wrong', async () => {
    const to = path('backup');
    await backedUp(await database(), to);
    const bytes = await readFile(to);
    for (let at = 0; at < bytes.length; at += 997) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 4;
      await writeFile(to, damaged);
      await expect(verifyChecksum(to)).rejects.toThrow(/checksum/);
    }
  });
});

describe('restoring a backup', () => {
  it.each(REPORT_MIGRATIONS.map((_, index) => index + 1))('migrates one of version %i', async (version) => {
    const backup = await versionedBackup(version);
    const file = path('restored.sqlite');
    const before = await readFile(backup);
    expect(await checkBackup(backup)).toMatchObject({ problems: [], counts: { api_key: 1, audit_event: 0 } });
    await restore(backup, address(file), { force: false });
    expect(await check(address(file))).toMatchObject({ problems: [], counts: { report: 1 } });
    expect((await readFile(backup)).equals(before)).toBe(true);
    const store = await openSqliteStore(file);
    expect(await store.bucketCounts({ start: 0, end: NOON * 2 })).toHaveLength(1);
    expect(await store.findKey(new Uint8Array(32))).toMatchObject({
      id: 1,
      name: '',
      expiresAt: null,
      venues: null,
    });
    expect(await store.listAccounts()).toEqual([{ id: 1, email: 'ada@example.edu', createdAt: null }]);
    expect(await store.likesOf(1)).toEqual([1]);
    await store.close();
  });

  it('refuses one of a newer program', async () => {
    const backup = await versionedBackup(REPORT_MIGRATIONS.length + 1);
    await expect(restore(backup, address(path('new.sqlite')), { force: false })).rejects.toThrow(
      /has version \d+ .*use the newer program/,
    );
  });

  it('refuses a database, and another file with a checksum', async () => {
    const refused = (from: string) => expect(restore(from, address(path('x')), { force: false })).rejects;
    await refused(await database()).toThrow('not a backup');
    const other = path('other');
    runSql(other, 'CREATE TABLE a (b)');
    await appendChecksum(other);
    await refused(other).toThrow('not a backup');
    await refused(path('none')).toThrow(/none cannot be read: ENOENT/);
  });

  it('refuses a database that a process has open, and one whose log is left over', async () => {
    const file = await database();
    const backup = path('backup');
    await backedUp(file, backup);
    const store = await openSqliteStore(file);
    for (const attempt of [rehearseRestore, restore]) {
      await expect(attempt(backup, address(file), { force: true })).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('stop the service'),
      });
    }
    expect(await store.observations({ start: 0, end: NOON * 2 })).toHaveLength(2);
    await store.addReports([[newReport({ createdAt: NOON + 5 })]]);
    const log = await readFile(`${file}-wal`);
    await store.close();
    await rm(file);
    await writeFile(`${file}-wal`, log);
    await expect(restore(backup, address(file), { force: true })).rejects.toThrow(/-wal is left over/);
    await rm(`${file}-wal`);
    await restore(backup, address(file), { force: false });
    expect((await check(address(file))).problems).toEqual([]);
  });

  it('says what to do with damaged files, changes nothing, and keeps counters when the rest is gone', async () => {
    const file = await database();
    const store = await openSqliteStore(file);
    await store.issueKey({ hash: new Uint8Array(32), prefix: 'a', email: 'a@b.edu', createdAt: 0, quota: 9 });
    const backup = path('backup');
    await backedUp(file, backup);
    await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 9, count: 8 }]);
    await store.addReports([[newReport({ createdAt: NOON + 2 })]]);
    await store.close();
    for (const suffix of ['-quota', '']) {
      const whole = await readFile(file + suffix);
      await writeFile(file + suffix, 'rubbish'.repeat(1000));
      const refused = `move ${file}${suffix} away`;
      await expect(restore(backup, address(file), { force: true })).rejects.toThrow(refused);
      await writeFile(file + suffix, whole);
    }
    const unchanged = await openSqliteStore(file);
    expect(await unchanged.observations({ start: 0, end: NOON * 2 })).toHaveLength(3);
    await unchanged.close();
    await rm(file);
    await restore(backup, address(file), { force: false });
    const restored = await openSqliteStore(file);
    expect(await restored.usedQuota(1, '2026-03-02')).toBe(8);
    await restored.close();
  });

  it('leaves no other files behind', async () => {
    const backup = path('backup');
    await backedUp(await database(), backup);
    const folder = path('target');
    await restore(backup, address(join(folder, 'a', 'store.sqlite')), { force: false });
    expect(await readdir(join(folder, 'a'))).toEqual(['store.sqlite', 'store.sqlite-quota']);
    expect((await stat(join(folder, 'a', 'store.sqlite'))).mode & 0o777).toBe(0o600);
  });
});

/** The tables that a backup of the first version counts. */
const COUNTED = ['account', 'report', 'photo', 'photo_like', 'api_key', 'fact', 'request_count'];

/** A backup with a report, a liked photo and a key, as the program of that version makes it: in versions 4 and 5 with a quota request and a replaced secret. */
async function versionedBackup(version: number): Promise<string> {
  const file = path('versioned');
  const connection = new DatabaseSync(file);
  migrate(connection, { file, migrations: REPORT_MIGRATIONS.slice(0, version) });
  connection.exec(`
    CREATE TABLE request_count (
      key_id INTEGER NOT NULL, day TEXT NOT NULL, used INTEGER NOT NULL CHECK (used >= 0), touched_at INTEGER NOT NULL,
      PRIMARY KEY (key_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE backup (made_at TEXT NOT NULL, engine TEXT NOT NULL, counts TEXT NOT NULL) STRICT;
    INSERT INTO report VALUES (1, ${NOON}, 2, NULL, NULL);
    INSERT INTO photo VALUES (1, ${NOON}, NULL, '', 5);
    INSERT INTO account (id, email) VALUES (1, 'ada@example.edu');
    INSERT INTO photo_like VALUES (1, 1);
    INSERT INTO api_key (id, account_id, hash, prefix, created_at, quota) VALUES (1, 1, zeroblob(32), 'hc_0', 5, 9)`);
  if (version > 1) connection.exec(REBUILD_COUNTS);
  const hasRequests = version === 4 || version === 5;
  if (hasRequests) {
    connection.exec(`
      INSERT INTO quota_request (key_id, quota, reason, created_at) VALUES (1, 99, 'why', 5);
      UPDATE api_key SET previous_hash = x'${'01'.repeat(32)}', previous_until = 6`);
  }
  const later = version < 4 ? [] : hasRequests ? ['quota_request', 'audit_event'] : ['audit_event'];
  const counts = {
    ...Object.fromEntries([...COUNTED, ...later].map((name) => [name, 0])),
    report: 1,
    photo: 1,
    photo_like: 1,
    account: 1,
    api_key: 1,
    ...(hasRequests && { quota_request: 1 }),
  };
  connection.prepare('INSERT INTO backup VALUES (?, ?, ?)').run(MADE_AT, 'sqlite', JSON.stringify(counts));
  connection.exec(`PRAGMA application_id = ${0x51484c42}; PRAGMA user_version = ${version}`);
  connection.close();
  await appendChecksum(file);
  return file;
}
