import { describe, expect, it } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { check, checkBackup } from '../backup/check.ts';
import { appendChecksum, verifyChecksum } from '../backup/checksum.ts';
import { restore } from '../backup/restore.ts';
import { openStore } from '../open-store.ts';
import { NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { runSql } from './operator.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const MADE_AT = '2026-03-02T12:00:00Z';
const HASH = new Uint8Array(32).fill(7);
const address = (file: string) => ({ engine: 'sqlite', file }) as const;

/** Lets revoked keys work again whenever a quota changes. */
const UNREVOKE = `CREATE TRIGGER unrevoke AFTER UPDATE OF revoked_at ON api_key
  BEGIN UPDATE api_key SET revoked_at = NULL WHERE id = NEW.id; END`;
const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
/** Takes the place of a table, and never ends. */
const ENDLESS_VIEW = `ALTER TABLE fact RENAME TO other; CREATE VIEW fact (name, value) AS ${ENDLESS}, (SELECT 1)`;

/** A database with a report and a revoked key. */
async function database(): Promise<string> {
  const file = path('store.sqlite');
  const store = await openSqliteStore(file, { create: true });
  await store.addReports([[newReport({ photo: newPhoto() })]]);
  await store.issueKey({ hash: HASH, prefix: 'hc_7', email: 'a@b.edu', createdAt: NOON, quota: 9 });
  await store.close();
  return file;
}

/** A backup in which somebody has run SQL, and whose checksum is right. */
async function changedBackup(sql: string): Promise<string> {
  const whole = path('whole.backup');
  await backUp(address(await database()), whole, { force: false, madeAt: MADE_AT, subject: 'service' });
  const file = path('changed.backup');
  runSql(whole, `PRAGMA foreign_keys = OFF; ${sql}`);
  runSql(whole, `VACUUM INTO '${file}'`);
  await appendChecksum(file);
  await verifyChecksum(file);
  return file;
}

describe('a backup with another schema', () => {
  it.each([
    ['a trigger', UNREVOKE, 'trigger unrevoke'],
    ['a trigger with the name of a table', UNREVOKE.replace('unrevoke', 'report'), 'trigger report'],
    ['a view', `CREATE VIEW numbers AS ${ENDLESS}`, 'view numbers'],
    ['an endless view instead of a table', ENDLESS_VIEW, 'view fact'],
    ['a table', 'CREATE TABLE notes (text UNIQUE)', 'table notes'],
    ['an index', 'CREATE INDEX slow ON report (hex(zeroblob(id)))', 'index slow'],
    ['a column', 'ALTER TABLE api_key ADD COLUMN x INTEGER GENERATED ALWAYS AS (1)', 'table api_key'],
    [
      'another trigger of a known name',
      'DROP TRIGGER version_fact_update; CREATE TRIGGER version_fact_update AFTER UPDATE ON fact BEGIN SELECT 1; END',
      'trigger version_fact_update',
    ],
  ])('is refused, and nothing in it runs: %s', async (_, sql, name) => {
    const backup = await changedBackup(sql);
    expect(await checkBackup(backup)).toEqual({
      problems: [expect.stringContaining(`changed.backup has the ${name}, which this program never writes`)],
      counts: null,
    });
    const to = address(path('restored.sqlite'));
    await expect(restore(backup, to, { force: false })).rejects.toThrow(`has the ${name}, which`);
    await expect(check(to)).rejects.toMatchObject({ code: 'missing' });
  });

  it.each([
    ['an index is missing', 'DROP INDEX report_by_time', 'lacks the index report_by_time'],
    ['a table is missing', 'DROP TABLE audit_event', 'lacks the table audit_event'],
    ['it has no version', 'PRAGMA user_version = -1', 'is not a backup'],
  ])('is refused when %s', async (_, sql, problem) => {
    const backup = await changedBackup(sql);
    expect((await checkBackup(backup)).problems).toEqual([expect.stringContaining(problem)]);
    await expect(restore(backup, address(path('x')), { force: false })).rejects.toThrow(problem);
  });
});

describe('a database with another schema', () => {
  it('is reported with every object that nobody knows, and the rest is still checked', async () => {
    const file = await database();
    expect((await check(address(file))).problems).toEqual([]);
    runSql(file, `${UNREVOKE}; CREATE VIEW numbers AS ${ENDLESS}; CREATE TABLE notes (text UNIQUE); ANALYZE`);
    runSql(`${file}-quota`, 'CREATE TRIGGER spare AFTER INSERT ON request_count BEGIN SELECT 1; END');
    runSql(file, 'UPDATE week_count SET reports = 9');
    const { problems, counts } = await check(address(file));
    expect(problems).toEqual([
      expect.stringContaining(`${file} has the view numbers, which this program did not make; drop it`),
      expect.stringContaining(`${file} has the trigger unrevoke, which`),
      expect.stringContaining(`${file} has the table notes, which`),
      expect.stringContaining(`${file}-quota has the trigger spare, which`),
      expect.stringMatching(/^weeks whose counts differ/),
    ]);
    expect(counts).toMatchObject({ report: 1 });
  });

  it('is not read when a table has become an endless view', async () => {
    const file = await database();
    runSql(file, ENDLESS_VIEW);
    expect(await check(address(file))).toEqual({
      problems: expect.arrayContaining([`${file} lacks the table fact; restore a backup`]),
      counts: null,
    });
  });

  it('is backed up without what an operator has added, so that the backup can be restored', async () => {
    const file = await database();
    runSql(
      file,
      `${UNREVOKE}; CREATE VIEW numbers AS ${ENDLESS}; CREATE INDEX own ON report (bucket);
       CREATE TABLE notes (report INTEGER REFERENCES report (id)); INSERT INTO notes VALUES (1);
       CREATE TABLE "more ""notes" (id PRIMARY KEY, note REFERENCES notes (report)); ANALYZE`,
    );
    const backup = path('backup');
    await backUp(address(file), backup, { force: false, madeAt: MADE_AT, subject: 'service' });
    expect((await checkBackup(backup)).problems).toEqual([]);
    const to = address(path('restored.sqlite'));
    await restore(backup, to, { force: false });
    expect((await check(to)).problems).toEqual([]);
    const store = await openStore(to, { create: false });
    await store.revokeKey(1, NOON, { actor: 'operator', account: null });
    expect((await store.findKey(HASH))?.revokedAt).toBe(NOON);
    await store.close();
  });

  it('is not backed up when it lacks a part', async () => {
    const file = await database();
    runSql(file, 'DROP INDEX report_by_time');
    const backingUp = backUp(address(file), path('backup'), {
      force: false,
      madeAt: MADE_AT,
      subject: 'service',
    });
    await expect(backingUp).rejects.toThrow(/no backup was made: its schema lacks the index report_by_time/);
  });

  it('is opened with a notice about every object that nobody knows', async () => {
    const file = await database();
    runSql(file, UNREVOKE);
    const notices: string[] = [];
    const store = await openSqliteStore(file, { onNotice: (notice) => notices.push(notice) });
    await store.close();
    expect(notices).toEqual([expect.stringContaining(`${file} has the trigger unrevoke, which`)]);
  });

  it('cannot call what has side effects', async () => {
    const file = await database();
    runSql(file, `CREATE TRIGGER reading AFTER UPDATE ON fact BEGIN SELECT load_extension('/none'); END`);
    await expect(openStore(address(file), { create: false })).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('unsafe use of load_extension'),
    });
  });
});

it('tables of Litestream are no finding', async () => {
  const file = await database();
  runSql(file, 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
  runSql(file, 'CREATE TABLE _litestream_lock (id INTEGER)');
  expect((await check(address(file))).problems).toEqual([]);
});
