/**
 * Two service processes against one, on one PostgreSQL database on the same machine: how much they serve, whether the
 * quota stays exact when they all count for one key, and what a process that is killed and a database that is restarted
 * under load cost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad, median } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';
import type { Running } from '../serving/servers.ts';
import { startClients, type Tally } from './clients.ts';
import { Cluster } from './cluster.ts';

const PATH = '/api/v1/status';
const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 64;
const QUOTA = 5000;
const CLIENTS = 8;
/** How long everything runs before and after something is ended, in milliseconds. */
const CALM = 2000;
/** Within how many seconds everything has to be well again after a process was killed, or the database is back. */
const RECOVERY = 2;
const UNLIMITED = 999_999_999;

export async function bench(): Promise<BenchResult> {
  const cluster = await Cluster.create();
  try {
    const throughput = await compareThroughput(cluster);
    const quota = await contend(cluster);
    const killed = await killOne(cluster);
    const restarts = [await restart(cluster, 'fast'), await restart(cluster, 'immediate')];
    return report({ throughput, quota, killed, restarts });
  } finally {
    await cluster.remove();
  }
}

interface Throughput {
  readonly one: number;
  readonly two: number;
  readonly failed: number;
}

/** The same number of connections, all to one process or half to each of two, in turns. */
async function compareThroughput(cluster: Cluster): Promise<Throughput> {
  const { headers } = await cluster.issueKey(UNLIMITED);
  const nodes = [await cluster.serve(), await cluster.serve()];
  const measure = async (targets: readonly Running[], seconds: number) => {
    const connections = CONNECTIONS / targets.length;
    const loads = targets.map(({ url }) => applyLoad({ url: url + PATH, headers, connections, seconds }));
    const results = await Promise.all(loads);
    return {
      rate: results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
    };
  };
  const rates: { one: number[]; two: number[] } = { one: [], two: [] };
  let failed = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The first round only warms up.
    const seconds = round === 0 ? 1 : SECONDS;
    const one = await measure(nodes.slice(0, 1), seconds);
    const two = await measure(nodes, seconds);
    failed += one.failed + two.failed;
    if (round === 0) continue;
    rates.one.push(one.rate);
    rates.two.push(two.rate);
  }
  for (const node of nodes) await cluster.end(node);
  return { one: median(rates.one), two: median(rates.two), failed };
}

interface Contention {
  readonly granted: number;
  readonly refused: number;
  readonly counted: number;
  readonly seconds: number;
}

/** Four processes and one key, until nothing is left and much has been refused. */
async function contend(cluster: Cluster): Promise<Contention> {
  const key = await cluster.issueKey(QUOTA);
  const nodes = await Promise.all([1, 2, 3, 4].map(() => cluster.serve()));
  const begin = performance.now();
  const clients = nodes.map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  let seconds = Number.NaN;
  while (sum(clients, 429) < QUOTA / 5) {
    await sleep(10);
    if (Number.isNaN(seconds) && sum(clients, 429) > 0) seconds = (performance.now() - begin) / 1000;
  }
  for (const client of clients) await client.stop();
  for (const node of nodes) await cluster.end(node);
  return {
    granted: sum(clients, 200),
    refused: sum(clients, 429),
    counted: await cluster.used(key.id),
    seconds,
  };
}

interface Incident {
  readonly what: string;
  readonly answered: number;
  /** 503 with Retry-After. */
  readonly unavailable: number;
  /** Anything else that is no success: for a killed process, connections cut and refused. */
  readonly failed: number;
  /** The same at the process that was left alone; of no meaning when the database went. */
  readonly failedElsewhere: number;
  /** Until both processes have answered again: since the kill, or since the database takes connections. */
  readonly seconds: number;
  /** Requests that were counted, beyond those that succeeded; negative would be requests let through uncounted. */
  readonly countedBeyond: number;
}

/** One of two processes is killed and started again at once, as a supervisor would. */
async function killOne(cluster: Cluster): Promise<Incident> {
  const key = await cluster.issueKey(UNLIMITED);
  const [one, other] = [await cluster.serve(), await cluster.serve()];
  const clients = [one, other].map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  await sleep(CALM);
  await cluster.end(one, 'kill');
  // Answers that had come before it ended are still being read.
  await sleep(20);
  for (const { tally } of clients) tally.waitingSince = performance.now();
  const again = await cluster.serve(one.url);
  await sleep(CALM);
  const [hit, spared] = await Promise.all(clients.map((client) => client.stop()));
  for (const node of [again, other]) await cluster.end(node);
  return incident('one of two processes killed and started again', await cluster.used(key.id), hit, spared);
}

/** The database is stopped, as an operator does it or as a crash does, and started again at once. */
async function restart(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<Incident> {
  const key = await cluster.issueKey(UNLIMITED);
  const nodes = [await cluster.serve(), await cluster.serve()];
  const clients = nodes.map(({ url }) => startClients(url + PATH, key.headers, CLIENTS));
  await sleep(CALM);
  await cluster.server.stop(mode);
  const begin = performance.now();
  await cluster.server.start();
  for (const { tally } of clients) tally.waitingSince = performance.now();
  const away = (performance.now() - begin) / 1000;
  await sleep(CALM);
  const [hit, also] = await Promise.all(clients.map((client) => client.stop()));
  for (const node of nodes) await cluster.end(node);
  await cluster.store.ping().catch(() => sleep(1000));
  const what = `database ${mode === 'fast' ? 'restarted' : 'crashed'}, back after ${away.toFixed(2)} s`;
  return incident(what, await cluster.used(key.id), hit, also);
}

function incident(what: string, counted: number, hit: Tally | undefined, other: Tally | undefined): Incident {
  const both = [hit, other].filter((tally) => tally !== undefined);
  const of = (status: number) => both.reduce((total, tally) => total + (tally.byStatus.get(status) ?? 0), 0);
  return {
    what,
    answered: of(200),
    unavailable: of(503),
    failed: both.reduce((total, tally) => total + failures(tally), 0),
    failedElsewhere: other === undefined ? 0 : failures(other),
    seconds: Math.max(...both.map(({ waited }) => waited)) / 1000,
    countedBeyond: counted - of(200),
  };
}

function failures({ byStatus, broken }: Tally): number {
  const wrong = [...byStatus].filter(([status]) => status !== 200 && status !== 503);
  return broken + wrong.reduce((total, [, count]) => total + count, 0);
}

function sum(clients: readonly { readonly tally: Tally }[], status: number): number {
  return clients.reduce((total, { tally }) => total + (tally.byStatus.get(status) ?? 0), 0);
}

function report(figures: {
  readonly throughput: Throughput;
  readonly quota: Contention;
  readonly killed: Incident;
  readonly restarts: readonly Incident[];
}): BenchResult {
  const { throughput, quota, killed, restarts } = figures;
  const incidents = [killed, ...restarts];
  const missed = [
    throughput.failed === 0 ? null : 'throughput: every answer a success',
    quota.granted === QUOTA && quota.counted === QUOTA ? null : 'quota: exactly as many answers as it allows',
    killed.failedElsewhere === 0 && killed.unavailable === 0
      ? null
      : 'killed process: the other answers everything',
    ...restarts.map(({ what, failed }) => (failed === 0 ? null : `${what}: nothing but successes and 503`)),
    ...incidents.map(({ what, seconds }) =>
      seconds <= RECOVERY ? null : `${what}: well again within ${RECOVERY} s`,
    ),
    ...incidents.map(({ what, countedBeyond }) =>
      countedBeyond >= 0 ? null : `${what}: nothing let through that was not counted`,
    ),
  ].filter((aim) => aim !== null);
  const table = [
    `Service processes on one PostgreSQL server, all on this machine; GET ${PATH}`,
    machine(),
    '',
    `Two processes serve ${(throughput.two / throughput.one).toFixed(2)} times as much as one: ${whole(throughput.two)} requests/s ` +
      `against ${whole(throughput.one)}; ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s.`,
    '',
    `Quota of ${whole(QUOTA)}, four processes, ${4 * CLIENTS} clients of one key: ${whole(quota.granted)} granted in ` +
      `${quota.seconds.toFixed(1)} s, ${whole(quota.refused)} refused, ${whole(quota.counted)} counted.`,
    '',
    '| under load | answered | 503 | failed | seconds to recover | counted but not answered |',
    '|---|---|---|---|---|---|',
    ...incidents.map(
      (one) =>
        `| ${one.what} | ${whole(one.answered)} | ${whole(one.unavailable)} | ${whole(one.failed)} | ${one.seconds.toFixed(2)} | ${one.countedBeyond} |`,
    ),
  ].join('\n');
  return { table, figures: { machine: machine(), ...figures }, missed };
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
