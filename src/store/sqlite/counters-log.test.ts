import { rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { countersLog } from './counters-log.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const MEGABYTE = 1_000_000;

it('empties the log of the counters while requests are counted, and loses no count', async () => {
  const file = path('long-log.db');
  const store = await openSqliteStore(file, { create: true });
  for (const letter of 'ab') await store.saveCheckpoint('long', letter.repeat(3 * MEGABYTE));
  expect(await sizeOf(`${file}-quota-wal`)).toBeGreaterThan(6 * MEGABYTE);
  let counted = 0;
  await expect
    .poll(
      async () => {
        await store.consumeQuota([{ key: 1, day: '2026-03-01', quota: MEGABYTE, count: 1 }]);
        counted += 1;
        return await sizeOf(`${file}-quota-wal`);
      },
      { interval: 5 },
    )
    .toBeLessThan(MEGABYTE);
  expect(await store.usedQuota(1, '2026-03-01')).toBe(counted);
  expect(await store.checkpoint('long')).toMatch(/^b+$/);
  await store.close();

  const reopened = await openSqliteStore(file);
  expect(await reopened.usedQuota(1, '2026-03-01')).toBe(counted);
  await reopened.close();
});

it('reports a log that cannot be copied, and creates no file for it', async () => {
  const file = path('deleted.db');
  const connection = new DatabaseSync(file);
  connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b)');
  const notices: string[] = [];
  const log = countersLog(connection, file, (message) => notices.push(message));
  await rm(file);
  await log.empty();
  expect(notices).toEqual([
    expect.stringMatching(/^the log of .*deleted\.db could not be copied: .*unable to open/),
  ]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  log.close();
  connection.close();
});

it('flushes when the last connection closes', () => {
  const connection = new DatabaseSync(path('closed.db'));
  const log = countersLog(connection, connection.location() ?? '', () => undefined);
  const synchronous = () => connection.prepare('PRAGMA synchronous').get();
  expect(synchronous()).toEqual({ synchronous: 0 });
  log.close();
  expect(synchronous()).toEqual({ synchronous: 1 });
  connection.close();
});

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}
