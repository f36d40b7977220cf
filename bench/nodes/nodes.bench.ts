/**
 * Checks that quotas stay exact across service processes on one PostgreSQL database, and measures how fast they recover when a
 * process is killed or the database restarts under load.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchResult, machine, rounded } from '../result.ts';
import { type ResponseCounts, startClients } from './clients.ts';
import { Cluster } from './cluster.ts';
import { type Costs, costsTable, measureCosts, measureReport } from './costs.ts';

const PATH = '/api/v1/status';
const QUOTA = 5000;
const CLIENTS = 8;
/** Milliseconds of load before and after each failure. */
const CALM = 2000;
/** The most seconds that recovery may take after a process was killed or the database is back. */
const RECOVERY = 2;
const UNLIMITED = 999_999_999;

export async function bench(): Promise<BenchResult> {
  const cluster = await Cluster.create();
  try {
    const reportBytes = await measureReport(cluster);
    const quota = await contend(cluster, cluster.server);
    const pooled = await contend(cluster, cluster.pooler);
    const killed = await killOne(cluster);
    const restarts = [
      await restart(cluster, 'fast'),
      await restart(cluster, 'immediate'),
      await restartPooler(cluster),
    ];
    const costs = [await measureCosts(cluster, cluster.server), await measureCosts(cluster, cluster.pooler)];
    return report({ reportBytes, quota, pooled, killed, restarts, costs });
  } finally {
    await cluster.remove();
  }
}

type Address = Cluster['server'] | Cluster['pooler'];

interface Contention {
  readonly allowed: number;
  readonly rejected: number;
  readonly counted: number;
  readonly seconds: number;
}

/** Uses up one key from four processes, until many requests are rejected. */
async function contend(cluster: Cluster, through: Address): Promise<Contention> {
  const key = await cluster.issueKey(QUOTA);
  const nodes = await Promise.all([1, 2, 3, 4].map(() => cluster.serve({ through })));
  const start = performance.now();
  const clients = nodes.map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  let seconds = Number.NaN;
  while (sum(clients, 429) < QUOTA / 5) {
    await sleep(10);
    if (Number.isNaN(seconds) && sum(clients, 429) > 0) seconds = (performance.now() - start) / 1000;
  }
  for (const client of clients) await client.stop();
  for (const node of nodes) await cluster.end(node);
  return {
    allowed: sum(clients, 200),
    rejected: sum(clients, 429),
    counted: await cluster.used(key.id),
    seconds,
  };
}

interface Incident {
  readonly what: string;
  readonly succeeded: number;
  /** 503 with Retry-After. */
  readonly unavailable: number;
  /** All other failures: for a killed process, broken and refused connections. */
  readonly failed: number;
  /** The same for the process that kept running; meaningless when the database went down. */
  readonly failedElsewhere: number;
  /** Seconds from the kill, or from when the database accepts connections, until both processes respond again. */
  readonly seconds: number;
  /** Requests counted minus requests that succeeded; negative if some were served uncounted. */
  readonly countedBeyond: number;
}

/** Kills one of two processes and restarts it at once, as a supervisor would. */
async function killOne(cluster: Cluster): Promise<Incident> {
  const key = await cluster.issueKey(UNLIMITED);
  const nodes = [await cluster.serve(), await cluster.serve()] as const;
  const clients = nodes.map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  await sleep(CALM);
  await cluster.end(nodes[0], 'kill');
  // The clients may still be reading responses that it sent before.
  await sleep(20);
  for (const { counts } of clients) counts.waitingSince = performance.now();
  const again = await cluster.serve({ url: nodes[0].url });
  await sleep(CALM);
  const [hit, other] = await Promise.all(clients.map((client) => client.stop()));
  for (const node of [again, nodes[1]]) await cluster.end(node);
  return incident('one of two processes killed and started again', await cluster.used(key.id), hit, other);
}

/** Stops the database, cleanly or like a crash, and restarts it at once. */
function restart(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<Incident> {
  const what = `database ${mode === 'fast' ? 'restarted' : 'crashed'}`;
  return interrupt(cluster, cluster.server, what, async () => {
    await cluster.server.stop(mode);
    return () => cluster.server.start();
  });
}

/** Kills the pooler before the database, and starts it again at once. */
function restartPooler(cluster: Cluster): Promise<Incident> {
  return interrupt(cluster, cluster.pooler, 'pooler killed', async () => {
    await cluster.pooler.kill();
    return () => cluster.pooler.start();
  });
}

/** Interrupts what two processes need; `end` returns what starts it again. */
async function interrupt(
  cluster: Cluster,
  through: Address,
  name: string,
  end: () => Promise<() => Promise<void>>,
): Promise<Incident> {
  const key = await cluster.issueKey(UNLIMITED);
  const nodes = [await cluster.serve({ through }), await cluster.serve({ through })];
  const clients = nodes.map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  await sleep(CALM);
  const again = await end();
  const start = performance.now();
  await again();
  for (const { counts } of clients) counts.waitingSince = performance.now();
  const away = (performance.now() - start) / 1000;
  await sleep(CALM);
  const [hit, other] = await Promise.all(clients.map((client) => client.stop()));
  for (const node of nodes) await cluster.end(node);
  await cluster.store.ping().catch(() => sleep(1000));
  const what = `${name}, back after ${away.toFixed(2)} s`;
  return incident(what, await cluster.used(key.id), hit, other);
}

function incident(
  what: string,
  counted: number,
  hit: ResponseCounts | undefined,
  other: ResponseCounts | undefined,
): Incident {
  const both = [hit, other].filter((counts) => counts !== undefined);
  const of = (status: number) =>
    both.reduce((total, counts) => total + (counts.byStatus.get(status) ?? 0), 0);
  return {
    what,
    succeeded: of(200),
    unavailable: of(503),
    failed: both.reduce((total, counts) => total + failures(counts), 0),
    failedElsewhere: other === undefined ? 0 : failures(other),
    seconds: Math.max(...both.map(({ waited }) => waited)) / 1000,
    countedBeyond: counted - of(200),
  };
}

function failures({ byStatus, broken }: ResponseCounts): number {
  const wrong = [...byStatus].filter(([status]) => status !== 200 && status !== 503);
  return broken + wrong.reduce((total, [, count]) => total + count, 0);
}

function sum(clients: readonly { readonly counts: ResponseCounts }[], status: number): number {
  return clients.reduce((total, { counts }) => total + (counts.byStatus.get(status) ?? 0), 0);
}

function report(figures: {
  readonly reportBytes: number;
  readonly quota: Contention;
  readonly pooled: Contention;
  readonly killed: Incident;
  readonly restarts: readonly Incident[];
  readonly costs: readonly Costs[];
}): BenchResult {
  const { reportBytes, quota, pooled, killed, restarts, costs } = figures;
  const incidents = [killed, ...restarts];
  const missed = [
    ...[quota, pooled].map(({ allowed, counted }) =>
      allowed === QUOTA && counted === QUOTA ? null : 'quota: exactly as many requests as it allows',
    ),
    killed.failedElsewhere === 0 && killed.unavailable === 0
      ? null
      : 'killed process: no failed requests at the other',
    ...restarts.map(({ what, failed }) => (failed === 0 ? null : `${what}: only successes and 503s`)),
    ...incidents.map(({ what, seconds }) =>
      seconds <= RECOVERY ? null : `${what}: recovery within ${RECOVERY} s`,
    ),
    ...incidents.map(({ what, countedBeyond }) =>
      countedBeyond >= 0 ? null : `${what}: no request served uncounted`,
    ),
  ].filter((aim) => aim !== null);
  const table = [
    `Service processes and their PostgreSQL server on one machine; GET ${PATH}`,
    machine(),
    '',
    ...[quota, pooled].map(
      ({ allowed, seconds, rejected, counted }, index) =>
        `Quota of ${rounded(QUOTA)}, four processes${index === 0 ? '' : ' behind a pooler'}, ${4 * CLIENTS} clients of one key: ` +
        `${rounded(allowed)} allowed in ${seconds.toFixed(1)} s, ${rounded(rejected)} rejected, ${rounded(counted)} counted.`,
    ),
    '',
    '| under load | succeeded | 503 | failed | seconds to recover | counted but failed |',
    '|---|---|---|---|---|---|',
    ...incidents.map(
      (one) =>
        `| ${one.what} | ${rounded(one.succeeded)} | ${rounded(one.unavailable)} | ${rounded(one.failed)} | ${one.seconds.toFixed(2)} | ${one.countedBeyond} |`,
    ),
    '',
    ...costsTable(costs),
    '',
    `A report takes ${rounded(reportBytes)} bytes on disk.`,
  ].join('\n');
  return { table, figures: { machine: machine(), ...figures }, missed };
}
