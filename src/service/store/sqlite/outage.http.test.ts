import { copyFile, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON * 2 };
const HASH = new Uint8Array(32).fill(1);

// The tests are concurrent, since they mostly wait. Each has its own files.
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
});

describe.concurrent('a lock of another process', () => {
  it.each(['counters', 'reports'] as const)('on the %s blocks nothing else', async (which) => {
    const { store, file } = await create();
    const other = lock(which === 'reports' ? file : `${file}-quota`);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const write =
      which === 'reports'
        ? store.setQuota(1, 5, NOON)
        : store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }]);
    expect(await store.observations(ALL)).toHaveLength(3);
    await sleep(300);
    other.close();
    await write;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  it('rejects requests as busy in the end, loses no count, and delays a checkpoint', async () => {
    const { store, file } = await create();
    const request = () => store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }]);
    await request();
    const other = lock(`${file}-quota`);
    const saved = store.saveCheckpoint('a', 'b').catch((error: unknown) => error);
    const first = await request().catch((error: unknown) => error);
    expect(first).toMatchObject({
      code: 'busy',
      message: expect.stringContaining(`${file}-quota is locked`),
    });
    await expect(store.ping()).rejects.toMatchObject({ code: 'busy' });
    other.close();
    await store.ping();
    expect(await request()).toEqual([{ usedBefore: 1, allowed: 1 }]);
    expect([await saved, await store.checkpoint('a')]).toEqual([undefined, 'b']);
  });
});

describe.concurrent('a database that another file replaces', () => {
  it('fails every call, says why, and is used after a restart', async () => {
    const notices: string[] = [];
    const { file, store: first } = await create();
    await first.close();
    const store = await open(file, (notice) => notices.push(notice));
    const other = await create(HASH);
    await other.store.addReports([[newReport({ createdAt: NOON + 1 })]]);
    await other.store.close();
    expect(await store.findKey(HASH)).toBeNull();
    await rename(other.file, file);
    await sleep(600);
    const replaced = {
      code: 'replaced',
      message: expect.stringContaining(`${file} was replaced; restart the service`),
    };
    for (const attempt of [
      async () => store.version(),
      () => store.ping(),
      () => store.findKey(HASH),
      () => store.observations(ALL),
      () => store.setQuota(1, 7, NOON),
      () => store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }]),
      () => Array.fromAsync(store.exportReports(ALL)),
      () => store.addReports([]),
    ]) {
      await expect(attempt()).rejects.toMatchObject(replaced);
    }
    expect(notices).toEqual([replaced.message]);
    await store.close();
    const restarted = await open(file);
    expect(await restarted.findKey(HASH)).toMatchObject({ id: 1 });
    expect(await restarted.observations(ALL)).toHaveLength(4);
  });

  it('is complete where it was moved to, and leaves its log to nobody', async () => {
    const { store, file } = await create();
    const other = await create(HASH);
    await other.store.close();
    const moved = path('moved.db');
    await rename(file, moved);
    await rename(other.file, file);
    await store.close();
    const before = await open(moved);
    expect(await before.observations(ALL)).toHaveLength(3);
    expect(await before.listKeys()).toHaveLength(0);
    expect(await (await open(file)).findKey(HASH)).toMatchObject({ id: 1 });
  });

  it('counts nothing in counters that were replaced', async () => {
    const { store, file } = await create();
    await store.close();
    await copyFile(`${file}-quota`, `${file}-copy`);
    const serving = await open(file);
    const request = () => serving.consumeQuota([{ key: 1, day: DAY, quota: 5, count: 3 }]);
    await request();
    await rename(`${file}-copy`, `${file}-quota`);
    await sleep(600);
    await expect(request()).rejects.toMatchObject({
      code: 'replaced',
      message: expect.stringContaining(`${file}-quota was replaced`),
    });
  });

  it('rejects a change that went to the file that was replaced', async () => {
    const { store, file } = await create();
    const other = await create();
    await other.store.close();
    const importing = async function* () {
      yield [newReport({ createdAt: NOON + 7 })];
      await rename(other.file, file);
    };
    await expect(store.addReports(importing())).rejects.toMatchObject({ code: 'replaced' });
  });
});

describe.concurrent.each(['', '-quota'])('a database without its file FILE%s', (suffix) => {
  it('rejects everything as missing, and recovers with its data when the file is back', async () => {
    const { store, file } = await create();
    const request = () => store.consumeQuota([{ key: 1, day: DAY, quota: 5, count: 2 }]);
    await request();
    await rename(file + suffix, `${file}.away`);
    await sleep(600);
    const missing = { code: 'missing', message: expect.stringContaining(file + suffix) };
    await expect((async () => store.version())()).rejects.toMatchObject(missing);
    await expect(request()).rejects.toMatchObject(missing);
    await expect(store.ping()).rejects.toMatchObject(missing);
    await rename(`${file}.away`, file + suffix);
    await sleep(600);
    await store.ping();
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(await request()).toEqual([{ usedBefore: 2, allowed: 2 }]);
  });
});

describe.concurrent('damage that is found while the database is open', () => {
  it('ends all use until a restart', async () => {
    const { store, file } = await create();
    await store.addReports([descending(20_000, 1)]);
    await store.close();
    const whole = await readFile(file);
    const serving = await open(file);
    const broken = Buffer.from(whole);
    broken.fill(0xa5, 8192);
    await writeFile(file, broken);
    await expect(serving.observations(ALL)).rejects.toMatchObject({ code: 'damaged' });
    await expect(serving.ping()).rejects.toMatchObject({ code: 'damaged' });
    await sleep(600);
    await expect((async () => serving.version())()).rejects.toMatchObject({ code: 'damaged' });
    await writeFile(file, whole);
    await expect(serving.ping()).rejects.toMatchObject({ code: 'damaged' });
    await serving.close();
    expect(await (await open(file)).observations(ALL)).toHaveLength(20_000);
  });

  it('is noticed when a file has lost its end', async () => {
    const { store, file } = await create();
    await store.addReports([descending(20_000, 1)]);
    await store.close();
    const serving = await open(file);
    await truncate(file, 40_960);
    await expect(serving.observations(ALL)).rejects.toMatchObject({ code: 'damaged' });
    await expect(serving.ping()).rejects.toMatchObject({ code: 'damaged' });
  });
});

/** A store with three reports and, if a hash is given, its key. */
async function create(hash?: Uint8Array): Promise<{ store: Store; file: string }> {
  const file = path('reports.db');
  const store = await openSqliteStore(file, { create: true });
  opened.push(store);
  await store.addReports([descending(3, 1)]);
  if (hash !== undefined) {
    await store.issueKey({ hash, prefix: 'qh_', email: 'ada@example.edu', createdAt: 0, quota: 5 });
  }
  return { store, file };
}

async function open(file: string, onNotice: (notice: string) => void = () => undefined): Promise<Store> {
  const store = await openSqliteStore(file, { onNotice });
  opened.push(store);
  return store;
}

function lock(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  connection.exec('BEGIN IMMEDIATE');
  return connection;
}
