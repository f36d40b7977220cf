/** From starting the program to its first 200, on databases of three lengths, beside bare Express. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type History, makeHistory, NOW } from '../data/history.ts';
import { median } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const ROUNDS = 7;
/** Seconds until the first 200. */
const AIM = 1;
const PATH = '/api/v1/status';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  try {
    const canned = join(folder, 'canned.json');
    await writeFile(canned, JSON.stringify([{ path: PATH, type: 'application/json', body: '{}' }]));
    const histories: History[] = [];
    for (const size of SIZES) histories.push(await makeHistory(join(folder, `${size}.sqlite`), size));
    const seen: number[][] = histories.map(() => []);
    const express: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, history] of histories.entries()) {
        seen[place]?.push(await untilFirstAnswer(serve(history), history.key));
      }
      express.push(await untilFirstAnswer(['bench/serving/bare-express.ts', canned], ''));
    }
    return report(seen.map(median), median(express));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function serve({ file }: History): readonly string[] {
  return [
    ...['src/commands/headcount.mjs', 'serve', '--port', '0', '--time-zone', 'America/Los_Angeles'],
    ...['--as-of', NOW, '--log-level', 'silent', '--database', `sqlite:${file}`],
  ];
}

/** Seconds from the start of a script to the end of its first answer. */
async function untilFirstAnswer(script: readonly string[], key: string): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, script, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const url = await addressOf(child);
    for (;;) {
      const response = await fetch(url + PATH, { headers: { Authorization: `Token ${key}` } });
      await response.arrayBuffer();
      if (response.status === 200) return (performance.now() - begin) / 1000;
      await sleep(2);
    }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const look = (piece: Buffer): void => {
      seen += piece.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(seen)?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => reject(new Error(`a server ended before it listened:\n${seen}`)));
  });
}

function report(ours: readonly number[], express: number): BenchResult {
  const table = [
    `Seconds from the start of the program to its first 200 at ${PATH}; medians of ${ROUNDS} starts in turns`,
    machine(),
    '',
    '| ratio | reports | ours, s | bare Express with one canned answer, s |',
    '|---|---|---|---|',
    ...ours.map(
      (seconds, place) =>
        `| ${(seconds / express).toFixed(2)} | ${SIZES[place]?.toLocaleString('en-US')} | ${seconds.toFixed(2)} | ${express.toFixed(2)} |`,
    ),
  ].join('\n');
  const missed =
    (ours.at(-1) ?? NaN) <= AIM ? [] : [`start: the first 200 within ${AIM} s on 10 million reports`];
  return { table, figures: { machine: machine(), sizes: SIZES, ours, express }, missed };
}
