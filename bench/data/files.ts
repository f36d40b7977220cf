/** Exports and imports, beside what sqlite3 does with the same rows. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { median } from '../result.ts';
import { PROJECT, programIn, startService } from '../serving/servers.ts';
import type { History } from './history.ts';

const run = promisify(execFile);

/** Seconds for all rows, medians. */
export interface FileTimes {
  readonly rows: number;
  readonly export: number;
  readonly import: number;
  /** The same by `sqlite3 -csv`, and by `.import` into the same tables. */
  readonly sqliteExport: number;
  readonly sqliteImport: number;
  /** Resident memory after the exports, in MB. */
  readonly memory: number;
}

/** Takes turns, `rounds` times. The import is the whole program, from its start to its exit. */
export async function measureFiles(history: History, folder: string, rounds: number): Promise<FileTimes> {
  const { file, reports: rows, key } = history;
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
  const server = await startService(file);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await time('export', async () => {
        const response = await fetch(`${server.url}/api/v1/export.csv`, {
          headers: { Authorization: `Token ${key}` },
        });
        if (response.body === null) throw new Error('an export without a body');
        await pipeline(response.body, createWriteStream(path('ours.csv')));
      });
      await time('sqliteExport', () =>
        sqlite(file, '.mode csv', `.output ${path('stored.csv')}`, 'SELECT * FROM report'),
      );
      await time('import', () => {
        const database = `sqlite:${path(`import-${round}.sqlite`)}`;
        return run(process.execPath, [
          programIn(PROJECT),
          'import',
          path('ours.csv'),
          '--database',
          database,
        ]);
      });
      const other = path(`other-${round}.sqlite`);
      await (await openSqliteStore(other, { create: true })).close();
      await time('sqliteImport', () => sqlite(other, '.mode csv', `.import ${path('stored.csv')} report`));
    }
    if ((await stat(path('ours.csv'))).size < 10 * rows) throw new Error('the export is too short');
    return {
      rows,
      export: median(times.export),
      import: median(times.import),
      sqliteExport: median(times.sqliteExport),
      sqliteImport: median(times.sqliteImport),
      memory: server.memory(),
    };
  } finally {
    await server.stop();
  }
}

async function sqlite(file: string, ...commands: readonly string[]): Promise<void> {
  await run('sqlite3', [file, ...commands]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('This benchmark needs sqlite3. Install it first, as with `apt-get install sqlite3`.');
  });
}
