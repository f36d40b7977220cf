import { copyFile, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoreErrorCode } from '../errors.ts';
import { descending } from '../suite/new-report.fixture.ts';
import { repairDatabase } from './check.ts';
import { runSql } from './operator.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();

type Case = readonly [string, StoreErrorCode, RegExp, (file: string) => Promise<void> | void];

const CASES: readonly Case[] = [
  ['random bytes in its pages', 'damaged', /is damaged/, (file) => scramble(file, 8192)],
  ['random bytes in its first page', 'not-a-database', /not an SQLite database/, (file) => scramble(file, 0)],
  ['random bytes in its counters', 'damaged', /-quota is damaged/, (file) => scramble(`${file}-quota`, 1024)],
  ['half a file', 'damaged', /is damaged/, (file) => truncate(file, 40_960)],
  ['an empty file beside counters', 'damaged', /is empty, but has counters/, (file) => truncate(file, 0)],
  ['the log of another database', 'damaged', /-wal is the log of another database/, otherLog],
  ['a missing table', 'damaged', /lacks a part of its schema/, after('DROP TABLE week_count')],
  ['a newer schema', 'newer-version', /run the newer program/, after('PRAGMA user_version = 99')],
  ['newer counters', 'newer-version', /-quota has version 99/, after('PRAGMA user_version = 99', '-quota')],
  ['the name of another program', 'foreign-database', /another program/, after('PRAGMA application_id = 7')],
  [
    'no version',
    'foreign-database',
    /another program/,
    after('PRAGMA user_version = 0; PRAGMA application_id = 0'),
  ],
  [
    'text',
    'not-a-database',
    /not an SQLite database/,
    (file) => writeFile(file, 'timestamp,bucket\n'.repeat(1000)),
  ],
];

function after(sql: string, suffix = ''): (file: string) => void {
  return (file) => runSql(file + suffix, sql);
}

describe('a database with', () => {
  it.each(CASES)('%s is rejected in one line, and stays as it is', async (_, code, message, damage) => {
    const file = path('reports.db');
    await create(file);
    await damage(file);
    const before = await contents(file);
    const error = await openSqliteStore(file, { create: true }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('\n');
    expect(await contents(file)).toEqual(before);
  });

  it('a log that a killed process has left is accepted', async () => {
    const file = path('killed.db');
    await leaveLog(file, 3);
    const store = await openSqliteStore(file);
    expect(await store.observations({ start: 0, end: Number.MAX_SAFE_INTEGER })).toHaveLength(3);
    await store.close();
  });

  it('a log in which its id has changed is accepted', async () => {
    const file = path('repaired.db');
    await create(file, 10);
    const store = await openSqliteStore(file);
    await repairDatabase(file);
    await repairDatabase(file);
    const killed = path('killed.db');
    for (const suffix of ['', '-wal']) await copyFile(file + suffix, killed + suffix);
    await store.close();
    const next = await openSqliteStore(killed);
    expect(await next.observations({ start: 0, end: Number.MAX_SAFE_INTEGER })).toHaveLength(10);
    await next.close();
  });

  it('a newer schema and a log keeps its log', async () => {
    const file = path('newer.db');
    await leaveLog(file, 3, 'PRAGMA user_version = 99');
    const before = await readFile(`${file}-wal`);
    await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'newer-version' });
    expect((await readFile(`${file}-wal`)).equals(before)).toBe(true);
  });
});

async function create(file: string, reports = 3000): Promise<void> {
  const store = await openSqliteStore(file, { create: true });
  await store.addReports([descending(reports, 1)]);
  await store.consumeQuota(
    Array.from({ length: 100 }, (_, key) => ({ key, day: '2026-03-02', quota: 9, count: 1 })),
  );
  await store.close();
}

async function scramble(file: string, from: number): Promise<void> {
  const bytes = await readFile(file);
  for (let at = from; at < bytes.length; at += 7) bytes[at] = (at * 31) & 0xff;
  await writeFile(file, bytes);
}

/** A database whose commits are in its log, as a killed process leaves it. */
async function leaveLog(file: string, reports: number, sql = ''): Promise<void> {
  const living = path('living.db');
  const store = await openSqliteStore(living, { create: true });
  await store.addReports([descending(reports, 1)]);
  runSql(living, sql);
  for (const suffix of ['', '-wal']) await copyFile(living + suffix, file + suffix);
  await store.close();
}

async function otherLog(file: string): Promise<void> {
  const other = path('other.db');
  await leaveLog(other, 500);
  await rename(`${other}-wal`, `${file}-wal`);
}

/** The files of a database and their bytes; SQLite may write the index of a log, which holds nothing of its own. */
async function contents(file: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
  const kept = names.filter((name) => !name.endsWith('-shm')).toSorted();
  const bytes = kept.map((name) => readFile(`${dirname(file)}/${name}`, 'latin1'));
  return new Map((await Promise.all(bytes)).map((text, index) => [kept[index] as string, text]));
}
