/** Compares the CSV export of all reports with `sqlite3 -csv` on the same file, and measures its memory. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type History, makeHistory, NOW } from '../data/history.ts';
import { type BenchResult, machine, median, rounded } from '../result.ts';
import { type Server, startService } from '../serving/servers.ts';
import { sqliteShell } from '../sqlite-shell.ts';

const REPORTS = 1_000_000;
const ROUNDS = 5;
const AIM = 0.8;
/** The most MB by which memory may grow in exports after the first one. */
const MEMORY_AIM = 64;

const RAW = `
  SELECT r.created_at, r.bucket, p.report_id IS NOT NULL FROM report r LEFT JOIN photo p ON p.report_id = r.id
  ORDER BY r.created_at DESC, r.id DESC`;
const SAME_BYTES = `
  SELECT strftime('%Y-%m-%dT%H:%M:%S', r.created_at / 1000000, 'unixepoch')
      || CASE r.created_at % 1000000 WHEN 0 THEN '' ELSE printf('.%06d', r.created_at % 1000000) END || '+00:00' AS timestamp,
    CASE r.bucket WHEN 0 THEN '0' WHEN 1 THEN '1-5' WHEN 2 THEN '6-10' WHEN 3 THEN '11-20' WHEN 4 THEN '20-30' ELSE '30+' END AS bucket,
    iif(p.report_id IS NULL, 'False', 'True') AS has_photo
  FROM report r LEFT JOIN photo p ON p.report_id = r.id ORDER BY r.created_at DESC, r.id DESC`;

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  let service: Server | undefined;
  try {
    const history = await makeHistory(join(folder, 'export.sqlite'), REPORTS);
    service = await startService(history.file, ['--form', '1', '--time-zone', 'UTC', '--as-of', NOW]);
    return report(await measure(service, history, folder));
  } finally {
    await service?.stop();
    await rm(folder, { recursive: true });
  }
}

interface Rates {
  readonly ours: number;
  readonly raw: number;
  readonly sameBytes: number;
}

interface Measured {
  /** Rows per second. */
  readonly rates: Rates;
  /** Resident memory in MB, after one export and at most during further ones. */
  readonly memory: { readonly before: number; readonly most: number };
  readonly equal: boolean;
}

async function measure(service: Server, history: History, folder: string): Promise<Measured> {
  const [ours, same, raw] = ['ours.csv', 'same.csv', 'raw.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await download(service, history, ours);
  const before = service.memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, service.memory());
  }, 20);
  const seconds: { [Peer in keyof Rates]: number[] } = { ours: [], raw: [], sameBytes: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    seconds.ours.push(await download(service, history, ours));
    seconds.raw.push(await shellExport(history, raw, ['-csv'], RAW));
    seconds.sameBytes.push(await shellExport(history, same, ['-csv', '-header'], SAME_BYTES));
  }
  clearInterval(watch);
  const rate = (of: readonly number[]): number => REPORTS / median(of);
  return {
    rates: { ours: rate(seconds.ours), raw: rate(seconds.raw), sameBytes: rate(seconds.sameBytes) },
    memory: { before, most },
    equal: (await hashOf(ours)) === (await hashOf(same)),
  };
}

/** Returns the seconds that it takes to download the whole export into a file. */
async function download(service: Server, history: History, file: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${service.url}/api/v1/export.csv`, {
    headers: { Authorization: `Token ${history.key}`, 'Accept-Encoding': 'identity' },
  });
  if (!response.ok || response.body === null) throw new Error(`the export failed with ${response.status}`);
  const output = await open(file, 'w');
  for await (const piece of response.body) await output.write(piece);
  await output.close();
  return (performance.now() - start) / 1000;
}

async function shellExport(
  { file }: History,
  output: string,
  flags: readonly string[],
  sql: string,
): Promise<number> {
  const descriptor = openSync(output, 'w');
  try {
    return await sqliteShell(
      ['-readonly', ...flags, '-newline', '\r\n', file, sql],
      ['ignore', descriptor, 'inherit'],
    );
  } finally {
    closeSync(descriptor);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

function report({ rates, memory, equal }: Measured): BenchResult {
  const ratio = (peer: number): string => (rates.ours / peer).toFixed(2);
  const table = [
    `Export of ${REPORTS.toLocaleString('en-US')} reports over HTTP compared with sqlite3 -csv on the same file; medians of ${ROUNDS} rounds`,
    machine(),
    '',
    '| ratio | peer | ours, rows/s | peer, rows/s |',
    '|---|---|---|---|',
    `| ${ratio(rates.raw)} | sqlite3 -csv, columns as they are stored | ${rounded(rates.ours)} | ${rounded(rates.raw)} |`,
    `| ${ratio(rates.sameBytes)} | sqlite3 -csv, the same bytes${equal ? '' : ' (NOT THE SAME)'} | ${rounded(rates.ours)} | ${rounded(rates.sameBytes)} |`,
    '',
    `Memory: ${memory.before} MB after one export, at most ${memory.most} MB during ${ROUNDS} more`,
  ].join('\n');
  const missed = [
    ...(rates.ours < AIM * rates.raw ? [`export: at least ${AIM} of sqlite3 -csv`] : []),
    ...(memory.most - memory.before > MEMORY_AIM ? [`export: memory flat within ${MEMORY_AIM} MB`] : []),
    ...(equal ? [] : ['export: the same bytes as sqlite3']),
  ];
  return { table, figures: { machine: machine(), rates, memory, equal }, missed };
}
