/** Measures operations and starts on histories of three lengths; the length must not make them slower. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchResult, machine, median, rounded } from '../result.ts';
import { startService } from '../serving/servers.ts';
import { CASES, type Case, type History, makeHistory, NOW, REPORTS_A_DAY } from './history.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const [SHORT, MIDDLE, LONG] = [0, 1, 2];
const PROCESSES = 11;
const AIM = 1.2;
const STARTS = 7;
/** Seconds from the start of the program to its first 200 on the longest history. */
const START_AIM = 1;
const SCRIPT = fileURLToPath(new URL('measure-case.ts', import.meta.url));

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  try {
    const histories: History[] = [];
    for (const size of SIZES) histories.push(await makeHistory(join(folder, `${size}.sqlite`), size));
    const starts = await startsOn(histories);
    const rows: Row[] = [];
    for (const name of Object.keys(CASES) as Case[])
      rows.push({ name, times: await timesOf(name, histories) });
    const bytes = await Promise.all(
      histories.map(async ({ file, reports }) => (await stat(file)).size / reports),
    );
    return report(rows, starts, histories, bytes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Times {
  readonly cold: number;
  readonly warm: number;
}

interface Row {
  readonly name: Case;
  /** One for each history; null where it is too short. */
  readonly times: readonly (Times | null)[];
}

/** Returns medians over processes; histories take turns. */
async function timesOf(name: Case, histories: readonly History[]): Promise<Row['times']> {
  const seen: Times[][] = histories.map(() => []);
  for (let round = 0; round < PROCESSES; round += 1) {
    for (const [index, { file, reports }] of histories.entries()) {
      if (reports < CASES[name] * REPORTS_A_DAY) continue;
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, file, name]);
      seen[index]?.push(JSON.parse(stdout) as Times);
    }
  }
  return seen.map((times) =>
    times.length === 0
      ? null
      : { cold: median(times.map(({ cold }) => cold)), warm: median(times.map(({ warm }) => warm)) },
  );
}

/** Seconds until the first 200: of the first start on a database, which fits the model to the past days, and of later ones. */
interface Start {
  readonly reports: number;
  readonly first: number;
  readonly later: number;
}

/** Starts the program on each history, in turns. */
async function startsOn(histories: readonly History[]): Promise<readonly Start[]> {
  const seen: number[][] = histories.map(() => []);
  for (let round = 0; round <= STARTS; round += 1)
    for (const [index, history] of histories.entries()) seen[index]?.push(await secondsToServe(history));
  return seen.map(([first = Number.NaN, ...later], index) => ({
    reports: histories[index]?.reports ?? Number.NaN,
    first,
    later: median(later),
  }));
}

async function secondsToServe({ file, key }: History): Promise<number> {
  const start = performance.now();
  const server = await startService(file, ['--time-zone', 'America/Los_Angeles', '--as-of', NOW]);
  try {
    for (;;) {
      const headers = { Authorization: `Token ${key}` };
      const response = await fetch(`${server.url}/api/v1/status`, { headers });
      await response.arrayBuffer();
      if (response.status === 200) return (performance.now() - start) / 1000;
      await sleep(2);
    }
  } finally {
    await server.stop();
  }
}

function report(
  rows: readonly Row[],
  starts: readonly Start[],
  histories: readonly History[],
  bytes: readonly number[],
): BenchResult {
  const { first, later } = starts[LONG] ?? { first: Number.NaN, later: Number.NaN };
  const missed = Object.entries({ 'first start': first, start: later })
    .filter(([, seconds]) => !(seconds <= START_AIM))
    .map(([what]) => `${what}: the first 200 within ${START_AIM} s on 10 million reports`);
  const lines = rows.map(({ name, times }) => {
    const ratio = (kind: keyof Times): number =>
      (times[LONG]?.[kind] ?? NaN) / (times[MIDDLE]?.[kind] ?? NaN);
    for (const kind of ['warm', 'cold'] as const) {
      if (ratio(kind) <= AIM) continue;
      missed.push(`${name}, ${kind}: at 10 million reports at most ${AIM} times as long as at 1 million`);
    }
    const cells = [SHORT, MIDDLE, LONG].flatMap((size) => [times[size]?.warm, times[size]?.cold]);
    return `| ${ratio('warm').toFixed(2)} | ${ratio('cold').toFixed(2)} | ${name} | ${cells.map(milliseconds).join(' | ')} |`;
  });
  const counting = histories.at(-1)?.countingSeconds ?? NaN;
  const table = [
    `Server time in ms, without the network and the response cache; ${REPORTS_A_DAY} reports a day over 4, 400 and 4,000 days; medians of ${PROCESSES} processes`,
    'warm: repeated in the same process; cold: first in a process; ratio: 10 million to 1 million',
    machine(),
    '',
    '| ratio, warm | ratio, cold | operation | 10 thousand, warm | cold | 1 million, warm | cold | 10 million, warm | cold |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
    `On disk, bytes per report: ${bytes.map((each) => each.toFixed(0)).join(', ')}. Counting 10 million reports in a database without counts: ${counting.toFixed(1)} s`,
    '',
    `Seconds from the start of the program to its first 200 at /api/v1/status; medians of ${STARTS} starts`,
    '',
    '| reports | first start on the database | later starts |',
    '|---|---|---|',
    ...starts.map((one) => `| ${rounded(one.reports)} | ${one.first.toFixed(2)} | ${one.later.toFixed(2)} |`),
  ].join('\n');
  return { table, figures: { machine: machine(), rows, starts, bytes, countingSeconds: counting }, missed };
}

function milliseconds(time: number | undefined): string {
  return time === undefined ? '–' : time.toFixed(time < 10 ? 2 : 0);
}
