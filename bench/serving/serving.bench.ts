/**
 * The whole stack (key, quota, validation, ETag) against bare Express 5 sending the same bytes. The two take turns, and
 * each figure is the median of several rounds, so that what else the machine does meets both.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../src/keys/api-key.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { applyLoad, type LoadResult, median } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';
import { type Running, startScript } from './servers.ts';

const PATHS = ['/api/v1/status', '/api/v1/chart', '/api/v1/patterns', '/api/v1/reports'];
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 64;
const AIM = 0.95;

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'serving-'));
  const servers: Running[] = [];
  try {
    const database = join(folder, 'bench.sqlite');
    const key = await prepare(database);
    const headers = { Authorization: `Token ${key}` };
    const ours = await startScript(
      'src/commands/headcount.mjs',
      'demo',
      '--port',
      '0',
      '--database',
      `sqlite:${database}`,
    );
    servers.push(ours);
    const canned = join(folder, 'canned.json');
    await writeFile(
      canned,
      JSON.stringify(await Promise.all(PATHS.map((path) => fetchCanned(ours.url, path, headers)))),
    );
    const express = await startScript('bench/serving/bare-express.ts', canned);
    servers.push(express);
    const rows = [];
    for (const path of PATHS) rows.push(await compare(path, ours, express, headers));
    return report(rows, ours.memory(), express.memory());
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
}

interface Row {
  readonly path: string;
  readonly ours: LoadResult;
  readonly express: LoadResult;
}

async function compare(
  path: string,
  ours: Running,
  express: Running,
  headers: Record<string, string>,
): Promise<Row> {
  const load = { headers, connections: CONNECTIONS };
  const results: { ours: LoadResult[]; express: LoadResult[] } = { ours: [], express: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The first round only warms up.
    const seconds = round === 0 ? 1 : SECONDS;
    const pair = {
      ours: await applyLoad({ ...load, url: ours.url + path, seconds }),
      express: await applyLoad({ ...load, url: express.url + path, seconds }),
    };
    if (round === 0) continue;
    results.ours.push(pair.ours);
    results.express.push(pair.express);
  }
  return { path, ours: middle(results.ours), express: middle(results.express) };
}

function middle(results: readonly LoadResult[]): LoadResult {
  return {
    requestsPerSecond: median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(results.map(({ p99 }) => p99)),
    failed: results.reduce((total, { failed }) => total + failed, 0),
  };
}

function report(rows: readonly Row[], ourMemory: number, expressMemory: number): BenchResult {
  const lines = rows.map(({ path, ours, express }) => {
    const ratio = ours.requestsPerSecond / express.requestsPerSecond;
    return `| ${ratio.toFixed(2)} | ${path} | ${whole(ours.requestsPerSecond)} | ${whole(express.requestsPerSecond)} | ${ours.p99.toFixed(1)} | ${express.p99.toFixed(1)} | ${ours.failed} |`;
  });
  const missed = rows
    .filter(({ ours, express }) => ours.requestsPerSecond < AIM * express.requestsPerSecond)
    .map(({ path }) => `${path}: at least ${AIM} of bare Express`);
  const failed = rows
    .filter(({ ours }) => ours.failed > 0)
    .map(({ path }) => `${path}: every answer a success`);
  const table = [
    `Whole stack beside bare Express 5 sending the same bytes; ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`,
    machine(),
    '',
    '| ratio | path | ours, requests/s | Express, requests/s | ours, p99 ms | Express, p99 ms | failed |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    `Memory: ours ${ourMemory} MB, Express ${expressMemory} MB`,
  ].join('\n');
  return {
    table,
    figures: { machine: machine(), rows, memory: { ours: ourMemory, express: expressMemory } },
    missed: [...missed, ...failed],
  };
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

async function fetchCanned(url: string, path: string, headers: Record<string, string>) {
  const response = await fetch(url + path, { headers });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return { path, type: response.headers.get('content-type'), body: await response.text() };
}

/** A database with the demo's line and a key that the load cannot use up. */
async function prepare(database: string): Promise<string> {
  const demo = await startScript(
    'src/commands/headcount.mjs',
    'demo',
    '--port',
    '0',
    '--database',
    `sqlite:${database}`,
  );
  await demo.stop();
  const store = await openSqliteStore(database);
  const key = newApiKey();
  await store.issueKey({
    hash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    email: 'bench@university.example',
    createdAt: 0,
    quota: 999_999_999,
  });
  await store.close();
  return key;
}
