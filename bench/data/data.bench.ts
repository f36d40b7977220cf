/** Measures operations on histories of three lengths; the length must not make them slower. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchResult, machine, median } from '../result.ts';
import { CASES, type Case, NEEDED_DAYS } from './cases.ts';
import { type History, makeHistory, REPORTS_A_DAY } from './history.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const [SHORT, MIDDLE, LONG] = [0, 1, 2];
const PROCESSES = 11;
const AIM = 1.2;
const SCRIPT = fileURLToPath(new URL('measure-case.ts', import.meta.url));

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  try {
    const histories: History[] = [];
    for (const size of SIZES) histories.push(await makeHistory(join(folder, `${size}.sqlite`), size));
    const rows: Row[] = [];
    for (const name of CASES) rows.push({ name, times: await timesOf(name, histories) });
    const bytes = await Promise.all(
      histories.map(async ({ file, reports }) => (await stat(file)).size / reports),
    );
    return report(rows, histories, bytes);
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
      if (reports < NEEDED_DAYS[name] * REPORTS_A_DAY) continue;
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

function report(rows: readonly Row[], histories: readonly History[], bytes: readonly number[]): BenchResult {
  const missed: string[] = [];
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
  ].join('\n');
  return { table, figures: { machine: machine(), rows, bytes, countingSeconds: counting }, missed };
}

function milliseconds(time: number | undefined): string {
  return time === undefined ? '–' : time.toFixed(time < 10 ? 2 : 0);
}
