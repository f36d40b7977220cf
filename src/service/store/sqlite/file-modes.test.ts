import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { newReport } from '../suite/new-report.fixture.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const SUFFIXES = ['', '-wal', '-shm', '-quota', '-quota-wal', '-quota-shm'];

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describe('the files of a database', () => {
  it('can be read by their owner only, and so can a new folder', async () => {
    const file = `${path('folder')}/reports.db`;
    await use(file);
    expect(await modes(file)).toEqual(SUFFIXES.map(() => '600'));
    expect(await mode(dirname(file))).toBe('700');
  });

  it.each([
    ['644', '600'],
    ['755', '700'],
    ['640', '600'],
    ['664', '660'],
    ['666', '660'],
    ['660', '660'],
    ['600', '600'],
  ])('that exist with mode %s get %s', async (before, after) => {
    const file = path('existing.db');
    await (await use(file)).close();
    for (const each of [file, `${file}-quota`]) await chmod(each, Number.parseInt(before, 8));
    const notices: string[] = [];
    await use(file, (notice) => notices.push(notice));
    expect(await modes(file)).toEqual(SUFFIXES.map(() => after));
    const told = before === after ? [] : [file, `${file}-quota`];
    expect(notices).toEqual(told.map((each) => `other users could use ${each}; now its mode is ${after}`));
  });

  it('leave an existing folder as it is', async () => {
    const folder = path('shared');
    await mkdir(folder, { mode: 0o755 });
    await use(`${folder}/reports.db`);
    expect(await mode(folder)).toBe('755');
  });
});

async function use(file: string, onNotice?: (notice: string) => void): Promise<Store> {
  const notified = onNotice === undefined ? {} : { onNotice };
  const store = await openStore({ engine: 'sqlite', file }, { create: true, ...notified });
  opened.push(store);
  await store.addReports([[newReport()]]);
  await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 9, count: 1 }]);
  return store;
}

function modes(file: string): Promise<readonly string[]> {
  return Promise.all(SUFFIXES.map((suffix) => mode(file + suffix)));
}

async function mode(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o777).toString(8);
}
