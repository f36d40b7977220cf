/** Service processes on one PostgreSQL database: exact quotas, what a request costs, and what the death of one loses. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyLoad } from '../load.ts';
import { type BenchResult, rounded, sumOf, tableOf } from '../result.ts';
import { runProgram, type Server, startService } from '../servers.ts';
import { mixScript } from '../serving/targets.ts';
import { startClients } from './clients.ts';
import { type Cluster, createCluster, newKey, used } from './cluster.ts';

const WHOLE = { quota: 5000, reports: 200_000, keys: 200, seconds: 8, calm: 2000 };
const SMOKE = { quota: 200, reports: 1000, keys: 3, seconds: 1, calm: 500 };
const PATH = '/api/v1/status';
const NODES = 3;
/** Of each node while a quota is used up or a node dies, and of one node under load. */
const CLIENTS = 8;
const CONNECTIONS = 64;
/** The most seconds from the kill until all processes respond again. */
const RECOVERY = 2;
const UNLIMITED = 999_999_999;

export async function measureNodes(isSmoke: boolean): Promise<BenchResult> {
  const { quota, reports, keys, seconds, calm } = isSmoke ? SMOKE : WHOLE;
  await using cluster = await createCluster();
  const reportBytes = await measureReport(cluster, reports);
  const usedUp = await useUp(cluster, quota);
  const killed = await killOne(cluster, calm);
  const costs = await measureCosts(cluster, keys, seconds);
  return {
    table: [
      `A quota of ${rounded(quota)}, ${NODES} nodes, ${NODES * CLIENTS} clients of one key: ${rounded(usedUp.allowed)} allowed, ` +
        `${rounded(usedUp.rejected)} rejected, ${rounded(usedUp.counted)} counted.`,
      tableOf(
        ['one of three nodes killed and started again', ''],
        [
          ['requests that succeeded', rounded(killed.succeeded)],
          ['failed at the killed node', killed.failed],
          ['failed at the others', killed.failedElsewhere],
          ['seconds to recover', killed.seconds.toFixed(2)],
          ['counted but failed', killed.countedBeyond],
        ],
      ),
      tableOf(
        [`one node, ${CONNECTIONS} connections of ${keys} keys`, ''],
        [
          ['requests/s', rounded(costs.requestsPerSecond)],
          ['p99, ms', costs.p99.toFixed(1)],
          ['service, µs a request', costs.service.toFixed(0)],
          ['database, µs a request', costs.database.toFixed(0)],
          ['commits a request', costs.commits.toFixed(3)],
          ['bytes of the log a request', costs.wal.toFixed(0)],
        ],
      ),
      `A report takes ${rounded(reportBytes)} bytes on disk.`,
    ].join('\n\n'),
    figures: { reportBytes, costs },
    missed: [
      usedUp.allowed === quota && usedUp.counted === quota
        ? ''
        : 'exactly as many requests as the quota allows',
      killed.failedElsewhere === 0 ? '' : 'no failed request at the other nodes',
      killed.seconds <= RECOVERY ? '' : `recovery within ${RECOVERY} s`,
      killed.countedBeyond >= 0 ? '' : 'no request served uncounted',
    ].filter((aim) => aim !== ''),
  };
}

/** Bytes on disk for each report, with indexes and counts; without photos. */
async function measureReport({ url }: Cluster, reports: number): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reports-'));
  const file = join(folder.path, 'reports.csv');
  const start = Temporal.Instant.from('2020-01-01T00:00:00Z');
  const buckets = [0, 3, 8, 15, 25, 35];
  const rows = Array.from(
    { length: reports },
    (_, n) => `${start.add({ minutes: 5 * n })},${buckets[n % buckets.length]}\n`,
  );
  await writeFile(file, `timestamp,bucket\n${rows.join('')}`);
  await runProgram('import', file, '--database', `${url}?schema=size`);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows: found } = await database.query<{ bytes: string }>(
    `SELECT sum(pg_catalog.pg_total_relation_size(oid)) AS bytes FROM pg_catalog.pg_class
      WHERE relnamespace = 'size'::pg_catalog.regnamespace AND relkind = 'r'`,
  );
  await database.end();
  return Number(found[0]?.bytes) / reports;
}

/** Starts the nodes, and clients of a key at each. */
async function startAll(cluster: Cluster, secret: string) {
  const stack = new AsyncDisposableStack();
  const started = await Promise.all(Array.from({ length: NODES }, () => startService(cluster.url)));
  const nodes = started.map((node) => stack.use(node));
  const headers = { Authorization: `Token ${secret}` };
  const clients = nodes.map(({ url }) => startClients(url + PATH, headers, CLIENTS));
  return { nodes, clients, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Uses up one key at all nodes, until many requests are rejected. */
async function useUp(cluster: Cluster, quota: number) {
  const { key, secret } = await newKey(cluster, quota);
  await using started = await startAll(cluster, secret);
  const { nodes, clients } = started;
  const rejected = () => sumOf(clients, ({ seen }) => seen.rejected);
  while (rejected() < quota / 5) await sleep(10);
  await Promise.all(clients.map((client) => client.stop()));
  await Promise.all(nodes.map((node) => node.end()));
  const allowed = sumOf(clients, ({ seen }) => seen.succeeded);
  return { allowed, rejected: rejected(), counted: await used(cluster, key.id) };
}

/** Kills one of the nodes and restarts it at once, as a supervisor would. */
async function killOne(cluster: Cluster, calm: number) {
  const { key, secret } = await newKey(cluster, UNLIMITED);
  await using started = await startAll(cluster, secret);
  const { nodes, clients } = started;
  const [first, ...others] = nodes as [Server, ...Server[]];
  await sleep(calm);
  await first.end('SIGKILL');
  // The clients may still be reading responses that it sent before.
  await sleep(20);
  for (const { seen } of clients) seen.waitingSince = performance.now();
  await using again = await startService(cluster.url, '--port', new URL(first.url).port);
  await sleep(calm);
  await Promise.all(clients.map((client) => client.stop()));
  await Promise.all([again, ...others].map((node) => node.end()));
  const [atKilled, ...elsewhere] = clients.map(({ seen }) => seen);
  const succeeded = sumOf(clients, ({ seen }) => seen.succeeded);
  return {
    succeeded,
    failed: atKilled?.failed ?? 0,
    failedElsewhere: sumOf(elsewhere, ({ failed }) => failed),
    seconds: Math.max(...clients.map(({ seen }) => seen.waited)) / 1000,
    /** Negative if some were served uncounted. */
    countedBeyond: (await used(cluster, key.id)) - succeeded,
  };
}

/** The costs of a request; processor times in microseconds. */
export interface Costs {
  readonly requestsPerSecond: number;
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: number;
  readonly service: number;
  readonly database: number;
  readonly commits: number;
  /** Bytes of the write-ahead log. */
  readonly wal: number;
}

async function measureCosts(cluster: Cluster, count: number, seconds: number): Promise<Costs> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'costs-'));
  await using service = await startService(cluster.url);
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await newKey(cluster, UNLIMITED)).secret);
  const script = join(folder.path, 'keys.lua');
  await writeFile(script, mixScript([PATH], keys));
  const load = () => applyLoad({ url: service.url, script, connections: CONNECTIONS, seconds });
  // The first round only warms up.
  await load();
  const database = new pg.Client({ connectionString: cluster.url });
  await database.connect();
  const usage = async () => ({ service: processorTime([service.pid]), ...(await databaseUse(database)) });
  const before = await usage();
  const { requestsPerSecond, p99, failed } = await load();
  const after = await usage();
  await database.end();
  if (failed > 0) throw new Error(`${failed} requests failed`);
  const each = (name: keyof typeof before) => (after[name] - before[name]) / (requestsPerSecond * seconds);
  const costs = { service: each('service'), database: each('database') };
  return { requestsPerSecond, p99, ...costs, commits: each('commits'), wal: each('wal') };
}

async function databaseUse(database: pg.Client) {
  const { rows } = await database.query<{ pid: number; commits: string; wal: string }>(
    `SELECT pg_catalog.pg_backend_pid() AS pid,
            (SELECT sum(xact_commit) FROM pg_catalog.pg_stat_database) AS commits,
            pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0') AS wal`,
  );
  const [use] = rows;
  // The server is the parent of each connection's process.
  const server = Number(statOf(use?.pid ?? 0)[1]);
  const children = execFileSync('pgrep', ['-P', String(server)], { encoding: 'utf8' });
  const processes = [server, ...children.trim().split('\n').map(Number)];
  return { commits: Number(use?.commits), wal: Number(use?.wal), database: processorTime(processes) };
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
