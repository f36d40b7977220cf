/** Exports and imports, beside what sqlite3 does with the same rows. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { median, rounded, tableOf } from '../result.ts';
import { runProgram, startService } from '../servers.ts';
import type { History } from './history.ts';

/**
 * Takes turns, `rounds` times: an export, `sqlite3 -csv`, an import as a whole program, and `.import` into the same tables. Returns the table
 * of medians.
 */
export async function measureFiles({ file, reports, key }: History, folder: string, rounds: number) {
  const path = (name: string) => join(folder, name);
  const times = {
    export: [] as number[],
    import: [] as number[],
    sqliteExport: [] as number[],
    sqliteImport: [] as number[],
  };
  const time = async (name: keyof typeof times, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    times[name].push((performance.now() - start) / 1000);
  };
  await using server = await startService(`sqlite:${file}`);
  for (let round = 0; round < rounds; round += 1) {
    await time('export', async () => {
      const headers = { Authorization: `Token ${key}` };
      const { body } = await fetch(`${server.url}/api/v1/export.csv`, { headers });
      if (body === null) throw new Error('an export without a body');
      await pipeline(body, createWriteStream(path('ours.csv')));
    });
    await time('sqliteExport', () =>
      sqlite(file, '.mode csv', `.output ${path('stored.csv')}`, 'SELECT * FROM report'),
    );
    const own = `sqlite:${path(`import-${round}.sqlite`)}`;
    await time('import', () => runProgram('import', path('ours.csv'), '--database', own));
    const other = path(`other-${round}.sqlite`);
    await (await openSqliteStore(other, { create: true })).close();
    await time('sqliteImport', () => sqlite(other, '.mode csv', `.import ${path('stored.csv')} report`));
  }
  if ((await stat(path('ours.csv'))).size < 10 * reports) throw new Error('the export is too short');
  const row = (what: string, ours: readonly number[], its: readonly number[]) => {
    const [one, other] = [median(ours), median(its)];
    return [what, rounded(reports / one), rounded(reports / other), (other / one).toFixed(2)];
  };
  return tableOf(
    [`CSV, ${rounded(reports)} reports`, 'rows/s', "sqlite3's rows/s", 'ours / its'],
    [
      row(`export over HTTP, ${server.memory()} MB afterwards`, times.export, times.sqliteExport),
      row('import, with the start of the program', times.import, times.sqliteImport),
    ],
  );
}

async function sqlite(file: string, ...commands: readonly string[]): Promise<void> {
  await promisify(execFile)('sqlite3', [file, ...commands]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('This benchmark needs sqlite3. Install it first, as with `apt-get install sqlite3`.');
  });
}
