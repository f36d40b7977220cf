/** Measures operations, starts, exports and imports on histories of three lengths; the length must not make them slower. */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchOptions, type BenchResult, median, rounded, tableOf } from '../result.ts';
import { startService } from '../servers.ts';
import { measureFiles } from './files.ts';
import { CASES, type Case, type History, makeHistory, NOW, REPORTS_A_DAY } from './history.ts';

const WHOLE = { sizes: [10_000, 1_000_000, 10_000_000], processes: 11, starts: 7, files: 3 };
const SMOKE = { sizes: [500, 1000, 110_000], processes: 1, starts: 1, files: 1 };
/** How much longer an operation may take on the longest history than on the one before. */
const GROWTH = 1.2;
/** Seconds from the start of the program to its first 200 on the longest history. */
const START = 1;
const SCRIPT = fileURLToPath(new URL('measure-case.ts', import.meta.url));

export async function bench({ isSmoke }: BenchOptions): Promise<BenchResult> {
  const { sizes, processes, starts, files } = isSmoke ? SMOKE : WHOLE;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'data-'));
  const histories: History[] = [];
  for (const size of sizes) histories.push(await makeHistory(join(folder.path, `${size}.sqlite`), size));
  const started = await startsOn(histories, starts);
  const rows: Row[] = [];
  for (const name of Object.keys(CASES) as Case[])
    rows.push({ name, times: await timesOf(name, histories, processes) });
  const filed = await measureFiles(histories[1] as History, folder.path, files);
  const bytes = await Promise.all(
    histories.map(async ({ file, reports }) => (await stat(file)).size / reports),
  );
  return {
    table: [
      operationsTable(rows, sizes),
      startsTable(started),
      filed,
      `Bytes on disk for each report, with its photo and counts: ${bytes.map(rounded).join(', ')}.`,
    ].join('\n\n'),
    figures: { rows, started, filed, bytes },
    missed: missedBy(rows, started),
  };
}

/** Milliseconds. */
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
async function timesOf(name: Case, histories: readonly History[], processes: number): Promise<Row['times']> {
  const seen: Times[][] = histories.map(() => []);
  for (let round = 0; round < processes; round += 1) {
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
async function startsOn(histories: readonly History[], starts: number): Promise<readonly Start[]> {
  const seen: number[][] = histories.map(() => []);
  for (let round = 0; round <= starts; round += 1)
    for (const [index, history] of histories.entries()) seen[index]?.push(await secondsToServe(history));
  return seen.map(([first = Number.NaN, ...later], index) => ({
    reports: histories[index]?.reports ?? Number.NaN,
    first,
    later: median(later),
  }));
}

async function secondsToServe({ file, key }: History): Promise<number> {
  const start = performance.now();
  const asOf = ['--time-zone', 'America/Los_Angeles', '--as-of', NOW];
  await using server = await startService(`sqlite:${file}`, ...asOf);
  for (;;) {
    const headers = { Authorization: `Token ${key}` };
    const response = await fetch(`${server.url}/api/v1/status`, { headers });
    await response.arrayBuffer();
    if (response.status === 200) return (performance.now() - start) / 1000;
    await sleep(2);
  }
}

const ratioOf = ({ times }: Row, kind: keyof Times): number =>
  (times[2]?.[kind] ?? Number.NaN) / (times[1]?.[kind] ?? Number.NaN);

function missedBy(rows: readonly Row[], starts: readonly Start[]): readonly string[] {
  const { first = 0, later = 0 } = starts.at(-1) ?? {};
  return [
    ...rows.flatMap((row) =>
      (['warm', 'cold'] as const)
        .filter((kind) => ratioOf(row, kind) > GROWTH)
        .map((kind) => `${row.name}, ${kind}: at most ${GROWTH} times as long on the longest history`),
    ),
    ...(Math.max(first, later) > START ? [`the first 200 within ${START} s on the longest history`] : []),
  ];
}

function operationsTable(rows: readonly Row[], sizes: readonly number[]): string {
  const columns = sizes.flatMap((size) => [`${rounded(size)}, warm`, 'cold']);
  return tableOf(
    ['operation, ms', 'ratio, warm', 'ratio, cold', ...columns],
    rows.map((row) => [
      row.name,
      ...(['warm', 'cold'] as const).map((kind) => {
        const ratio = ratioOf(row, kind);
        return Number.isNaN(ratio) ? '–' : ratio.toFixed(2);
      }),
      ...row.times.flatMap((times) => [times?.warm, times?.cold]).map(milliseconds),
    ]),
  );
}

function startsTable(starts: readonly Start[]): string {
  return tableOf(
    ['reports', 'first start on the database, s', 'later starts, s'],
    starts.map(({ reports, first, later }) => [rounded(reports), first.toFixed(2), later.toFixed(2)]),
  );
}

function milliseconds(time: number | undefined): string {
  return time === undefined ? '–' : time.toFixed(time < 10 ? 2 : 0);
}
