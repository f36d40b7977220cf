/** From starting the program to its first 200, on databases of three lengths, beside bare Express. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type History, makeHistory, NOW } from '../data/history.ts';
import { median } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';
import { installPeers, startExpress, startService } from '../serving/contestants.ts';
import type { Running } from '../serving/servers.ts';

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
    // Nobody has served these databases yet: the service learns of their past days, once.
    const first: number[] = [];
    for (const history of histories) first.push(await untilFirstAnswer(() => serve(history), history.key));
    const seen: number[][] = histories.map(() => []);
    const express: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, history] of histories.entries()) {
        seen[place]?.push(await untilFirstAnswer(() => serve(history), history.key));
      }
      express.push(await untilFirstAnswer(() => startExpress(canned), ''));
    }
    return report(seen.map(median), first, median(express));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function serve({ file }: History): Promise<Running> {
  return startService(file, '--time-zone', 'America/Los_Angeles', '--as-of', NOW);
}

/** Seconds from the start of a server to the end of its first answer. */
async function untilFirstAnswer(start: () => Promise<Running>, key: string): Promise<number> {
  const begin = performance.now();
  const server = await start();
  try {
    for (;;) {
      const response = await fetch(server.url + PATH, { headers: { Authorization: `Token ${key}` } });
      await response.arrayBuffer();
      if (response.status === 200) return (performance.now() - begin) / 1000;
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
    '| ratio | reports | ours, s | the very first start on the database, s | bare Express with one canned answer, s |',
    '|---|---|---|---|---|',
    ...ours.map(
      (seconds, place) =>
        `| ${(seconds / express).toFixed(2)} | ${SIZES[place]?.toLocaleString('en-US')} | ${seconds.toFixed(2)} | ${first[place]?.toFixed(2)} | ${express.toFixed(2)} |`,
    ),
  ].join('\n');
  const within = (seconds: number | undefined) => (seconds ?? Number.NaN) <= AIM;
  const missed = [
    ...(within(ours.at(-1)) ? [] : [`start: the first 200 within ${AIM} s on 10 million reports`]),
    ...(within(first.at(-1))
      ? []
      : [`the very first start: the first 200 within ${AIM} s on 10 million reports`]),
  ];
  return { table, figures: { machine: machine(), sizes: SIZES, ours, first, express }, missed };
}
