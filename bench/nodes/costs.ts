/** What a request costs the service and the database, from which `capacity.ts` computes how far they carry. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { applyLoad } from '../load.ts';
import { rounded } from '../result.ts';
import { PROJECT, programIn } from '../serving/servers.ts';
import { mixScript } from '../serving/targets.ts';
import type { Cluster } from './cluster.ts';

const PATH = '/api/v1/status';
const CONNECTIONS = 64;
const KEYS = 200;
const SECONDS = 8;
/** How many reports the size of one is measured with. */
const REPORTS = 200_000;

/** Per request, under 64 connections of 200 keys. */
export interface Costs {
  readonly through: 'server' | 'pooler';
  readonly requestsPerSecond: number;
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: number;
  readonly failed: number;
  /** Processor time, in microseconds. */
  readonly service: number;
  readonly database: number;
  readonly commits: number;
  /** Bytes of the write-ahead log. */
  readonly wal: number;
}

/** Bytes on disk for each report, with indexes and counts; without photos. */
export async function measureReport(cluster: Cluster): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  const database = new pg.Client({ connectionString: cluster.server.url });
  await database.connect();
  try {
    const file = join(folder, 'reports.csv');
    const start = Temporal.Instant.from('2020-01-01T00:00:00Z');
    const buckets = [0, 3, 8, 15, 25, 35];
    const rows = Array.from(
      { length: REPORTS },
      (_, n) => `${start.add({ minutes: 5 * n })},${buckets[n % buckets.length]}\n`,
    );
    await writeFile(file, `timestamp,bucket\n${rows.join('')}`);
    const size = `${cluster.server.url}?schema=size`;
    await promisify(execFile)(process.execPath, [programIn(PROJECT), 'import', file, '--database', size]);
    const { rows: found } = await database.query<{ bytes: string }>(
      `SELECT sum(pg_catalog.pg_total_relation_size(oid)) AS bytes FROM pg_catalog.pg_class
        WHERE relnamespace = 'size'::pg_catalog.regnamespace AND relkind = 'r'`,
    );
    return Number(found[0]?.bytes) / REPORTS;
  } finally {
    await database.end();
    await rm(folder, { recursive: true });
  }
}

/** Loads one service that reaches the database directly or through the pooler. */
export async function measureCosts(
  cluster: Cluster,
  through: Cluster['server'] | Cluster['pooler'],
): Promise<Costs> {
  const folder = await mkdtemp(join(tmpdir(), 'costs-'));
  const service = await cluster.serve({ through });
  const database = new pg.Client({ connectionString: cluster.server.url });
  await database.connect();
  try {
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n += 1) keys.push((await cluster.issueKey(999_999_999)).secret);
    const script = join(folder, 'keys.lua');
    await writeFile(script, mixScript([PATH], keys));
    const load = () => applyLoad({ url: service.url, script, connections: CONNECTIONS, seconds: SECONDS });
    // The first round only warms up.
    await load();
    const pid = await postmaster(database);
    const before = { service: processorTime([service.pid]), ...(await databaseUse(database, pid)) };
    const { requestsPerSecond, p99, failed } = await load();
    const after = { service: processorTime([service.pid]), ...(await databaseUse(database, pid)) };
    const requests = requestsPerSecond * SECONDS;
    const each = (name: keyof typeof before) => (after[name] - before[name]) / requests;
    return {
      through: through === cluster.server ? 'server' : 'pooler',
      requestsPerSecond,
      p99,
      failed,
      service: each('service'),
      database: each('database'),
      commits: each('commits'),
      wal: each('wal'),
    };
  } finally {
    await database.end();
    await cluster.end(service);
    await rm(folder, { recursive: true });
  }
}

export function costsTable(all: readonly Costs[]): readonly string[] {
  return [
    `${CONNECTIONS} connections of ${KEYS} keys, one service:`,
    '',
    '| database | requests/s | p99 ms | failed | service µs | database µs | commits | WAL bytes |',
    '|---|---|---|---|---|---|---|---|',
    ...all.map(
      ({ through, requestsPerSecond, p99, failed, service, database, commits, wal }) =>
        `| ${through === 'server' ? 'directly' : 'behind PgBouncer, transaction mode'} | ${rounded(requestsPerSecond)} | ${p99.toFixed(1)} | ` +
        `${failed} | ${service.toFixed(0)} | ${database.toFixed(0)} | ${commits.toFixed(3)} | ${wal.toFixed(0)} |`,
    ),
  ];
}

async function databaseUse(database: pg.Client, pid: number) {
  const { rows } = await database.query<{ commits: string; wal: string }>(
    `SELECT (SELECT sum(xact_commit) FROM pg_catalog.pg_stat_database) AS commits,
            pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0') AS wal`,
  );
  const [use] = rows;
  return { commits: Number(use?.commits), wal: Number(use?.wal), database: processorTime(family(pid)) };
}

/** The process id of the server, which is the parent of each connection's process. */
async function postmaster(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('SELECT pg_catalog.pg_backend_pid() AS pid');
  return Number(statOf(rows[0]?.pid ?? 0)[1]);
}

function family(pid: number): readonly number[] {
  const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return [pid, ...children.trim().split('\n').map(Number)];
}

/** Processor time of processes so far, with that of children that have ended, in microseconds. */
function processorTime(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, one) => sum + one, 0) * 10_000;
}

/** The fields of `/proc/PID/stat` from the third on, after the name of the program. */
function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
