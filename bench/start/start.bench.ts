/** Measures the time from the start of the program to its first 200 on databases of three sizes, compared with bare Express. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type History, makeHistory, NOW } from '../data/history.ts';
import { type BenchResult, machine, median } from '../result.ts';
import { installPeers, startPeer } from '../serving/peers.ts';
import { type Server, startService } from '../serving/servers.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const ROUNDS = 7;
/** Seconds until the first 200. */
const AIM = 1;
const PATH = '/api/v1/status';

export async function bench(): Promise<BenchResult> {
  await installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  try {
    const canned = join(folder, 'canned.json');
    await writeFile(
      canned,
      JSON.stringify([{ target: PATH, operation: 'getStatus', type: 'application/json', body: '{}' }]),
    );
    const histories: History[] = [];
    for (const size of SIZES) histories.push(await makeHistory(join(folder, `${size}.sqlite`), size));
    // At the first start on a database, the service fits its model to the past days.
    const first: number[] = [];
    for (const history of histories) first.push(await untilFirstSuccess(() => serve(history), history.key));
    const seen: number[][] = histories.map(() => []);
    const express: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, history] of histories.entries()) {
        seen[index]?.push(await untilFirstSuccess(() => serve(history), history.key));
      }
      express.push(await untilFirstSuccess(() => startPeer('Express 5', canned), ''));
    }
    return report(seen.map(median), first, median(express));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function serve({ file }: History): Promise<Server> {
  return startService(file, ['--time-zone', 'America/Los_Angeles', '--as-of', NOW]);
}

/** Returns the seconds from the start of a server to the end of its first 200. */
async function untilFirstSuccess(startServer: () => Promise<Server>, key: string): Promise<number> {
  const start = performance.now();
  const server = await startServer();
  try {
    for (;;) {
      const response = await fetch(server.url + PATH, { headers: { Authorization: `Token ${key}` } });
      await response.arrayBuffer();
      if (response.status === 200) return (performance.now() - start) / 1000;
      await sleep(2);
    }
  } finally {
    await server.stop();
  }
}

function report(ours: readonly number[], first: readonly number[], express: number): BenchResult {
  const table = [
    `Seconds from the start of the program to its first 200 at ${PATH}; medians of ${ROUNDS} starts in turns`,
    machine(),
    '',
    '| ratio | reports | ours, s | first start on the database, s | bare Express with one fixed response, s |',
    '|---|---|---|---|---|',
    ...ours.map(
      (seconds, index) =>
        `| ${(seconds / express).toFixed(2)} | ${SIZES[index]?.toLocaleString('en-US')} | ${seconds.toFixed(2)} | ${first[index]?.toFixed(2)} | ${express.toFixed(2)} |`,
    ),
  ].join('\n');
  const within = (seconds: number | undefined) => (seconds ?? Number.NaN) <= AIM;
  const missed = [
    ...(within(ours.at(-1)) ? [] : [`start: the first 200 within ${AIM} s on 10 million reports`]),
    ...(within(first.at(-1))
      ? []
      : [`first start on a database: the first 200 within ${AIM} s on 10 million reports`]),
  ];
  return { table, figures: { machine: machine(), sizes: SIZES, ours, first, express }, missed };
}
