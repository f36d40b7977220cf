/** Compares `headcount import` into a new database with `sqlite3 .import` into the same tables. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUCKETS } from '../../src/service/domain/bucket.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { makeHistory } from '../data/history.ts';
import { type BenchResult, machine, median, rounded } from '../result.ts';
import { sqliteShell } from '../sqlite-shell.ts';

const REPORTS = 1_000_000;
const ROUNDS = 3;
const AIM = 0.5;
const PROGRAM = fileURLToPath(new URL('../../src/cli/commands/headcount.mjs', import.meta.url));

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const history = await makeHistory(join(folder, 'source.sqlite'), REPORTS);
    const files = await writeFiles(history.file, folder);
    const seconds: Record<'csv' | 'ndjson' | 'shell', number[]> = { csv: [], ndjson: [], shell: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.shell.push(await shellImport(folder, files.raw));
      seconds.csv.push(await ourImport(folder, files.csv));
      seconds.ndjson.push(await ourImport(folder, files.ndjson));
    }
    const rate = (of: readonly number[]): number => REPORTS / median(of);
    return report({ csv: rate(seconds.csv), ndjson: rate(seconds.ndjson), shell: rate(seconds.shell) });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the same reports, newest first as in exports, as table columns, CSV of Form 1 and NDJSON. */
async function writeFiles(source: string, folder: string) {
  const files = {
    raw: join(folder, 'raw.csv'),
    csv: join(folder, 'form-1.csv'),
    ndjson: join(folder, 'reports.ndjson'),
  };
  const time = new LocalTime('America/Los_Angeles');
  const [raw, csv, ndjson] = await Promise.all(Object.values(files).map((file) => open(file, 'w')));
  await csv?.write('timestamp,bucket,has_photo\r\n');
  const database = new DatabaseSync(source, { readOnly: true });
  const rows = database.prepare(`
    SELECT id, created_at, bucket, latitude, longitude FROM report ORDER BY created_at DESC, id DESC`);
  const texts = { raw: '', csv: '', ndjson: '' };
  const flush = async (): Promise<void> => {
    await Promise.all([raw?.write(texts.raw), csv?.write(texts.csv), ndjson?.write(texts.ndjson)]);
    Object.assign(texts, { raw: '', csv: '', ndjson: '' });
  };
  for (const row of rows.iterate()) {
    const { id, created_at: at, bucket: index, latitude, longitude } = row;
    const timestamp = time.timestamp(Number(at));
    const bucket = BUCKETS[Number(index)];
    texts.raw += `${id},${at},${index},${latitude},${longitude}\n`;
    texts.csv += `${timestamp},${bucket},False\r\n`;
    texts.ndjson += `{"id":${id},"created_at":"${timestamp}","bucket":"${bucket}","latitude":${latitude},"longitude":${longitude}}\n`;
    if (texts.ndjson.length > 10_000_000) await flush();
  }
  await flush();
  await Promise.all([raw?.close(), csv?.close(), ndjson?.close()]);
  database.close();
  return files;
}

/** Measures our whole program: start, tables, reports, counts, commit. */
async function ourImport(folder: string, file: string): Promise<number> {
  const database = join(folder, 'ours.sqlite');
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [
    PROGRAM,
    'import',
    file,
    '--database',
    `sqlite:${database}`,
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (!stdout.includes(`${REPORTS} added`)) throw new Error(`unexpected output of the import: ${stdout}`);
  await remove(database);
  return seconds;
}

/** Measures sqlite3 with existing tables, without any checks or counts. */
async function shellImport(folder: string, file: string): Promise<number> {
  const database = join(folder, 'shell.sqlite');
  await (await openSqliteStore(database, { create: true })).close();
  const seconds = await sqliteShell([database, '.mode csv', `.import "${file}" report`]);
  await remove(database);
  return seconds;
}

async function remove(database: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-quota', '-quota-wal', '-quota-shm'])
    await rm(database + end, { force: true });
}

interface Rates {
  readonly csv: number;
  readonly ndjson: number;
  readonly shell: number;
}

function report(rates: Rates): BenchResult {
  const line = (name: string, rate: number): string =>
    `| ${(rate / rates.shell).toFixed(2)} | ${name} | ${rounded(rate)} | ${rounded(rates.shell)} |`;
  const table = [
    `Import of ${REPORTS.toLocaleString('en-US')} reports into a new database compared with sqlite3 .import into the same tables; medians of ${ROUNDS} rounds`,
    machine(),
    '',
    '| ratio | source | ours, rows/s | sqlite3, rows/s |',
    '|---|---|---|---|',
    line('CSV of Form 1', rates.csv),
    line('NDJSON with ids and coordinates', rates.ndjson),
  ].join('\n');
  const missed = (['csv', 'ndjson'] as const)
    .filter((source) => rates[source] < AIM * rates.shell)
    .map((source) => `import of ${source}: at least ${AIM} of sqlite3 .import`);
  return { table, figures: { machine: machine(), rates }, missed };
}
