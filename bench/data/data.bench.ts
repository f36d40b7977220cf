/** What answers cost on histories of three lengths: where the length does not matter, it must not cost. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../load.ts';
import { machine } from '../machine.ts';
import type { BenchResult } from '../result.ts';
import { ANSWER_NAMES, type AnswerName, NEEDED_DAYS } from './answers.ts';
import { type History, makeHistory, REPORTS_A_DAY } from './history.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const [SHORT, MIDDLE, LONG] = [0, 1, 2];
const PROCESSES = 11;
const AIM = 1.2;
const ANSWER = fileURLToPath(new URL('answer.ts', import.meta.url));

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  try {
    const histories: History[] = [];
    for (const size of SIZES) histories.push(await makeHistory(join(folder, `${size}.sqlite`), size));
    const rows: Row[] = [];
    for (const name of ANSWER_NAMES) rows.push({ name, times: await timesOf(name, histories) });
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
  readonly name: AnswerName;
  /** By the place of the history; null where it is too short for a whole answer. */
  readonly times: readonly (Times | null)[];
}

/** Medians over processes, which take turns between the histories. */
async function timesOf(name: AnswerName, histories: readonly History[]): Promise<Row['times']> {
  const seen: Times[][] = histories.map(() => []);
  for (let round = 0; round < PROCESSES; round += 1) {
    for (const [place, { file, reports }] of histories.entries()) {
      if (reports < NEEDED_DAYS[name] * REPORTS_A_DAY) continue;
      const { stdout } = await promisify(execFile)(process.execPath, [ANSWER, file, name]);
      seen[place]?.push(JSON.parse(stdout) as Times);
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
      missed.push(`${name}, ${kind}: at 10 million at most ${AIM} of what it costs at 1 million`);
    }
    const cells = [SHORT, MIDDLE, LONG].flatMap((place) => [times[place]?.warm, times[place]?.cold]);
    return `| ${ratio('warm').toFixed(2)} | ${ratio('cold').toFixed(2)} | ${name} | ${cells.map(milliseconds).join(' | ')} |`;
  });
  const counting = histories.at(-1)?.countingSeconds ?? NaN;
  const table = [
    `Server time in ms, without the network and without kept answers; ${REPORTS_A_DAY} reports a day over 4, 400 and 4,000 days; medians of ${PROCESSES} processes`,
    'warm: again in the same process; cold: the first answer of a process; ratio: 10 million to 1 million',
    machine(),
    '',
    '| ratio, warm | ratio, cold | answer | 10 thousand, warm | cold | 1 million, warm | cold | 10 million, warm | cold |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
    `On disk, bytes per report: ${bytes.map((each) => each.toFixed(0)).join(', ')}. Counting the reports of a database of 10 million that had no counts: ${counting.toFixed(1)} s`,
  ].join('\n');
  return { table, figures: { machine: machine(), rows, bytes, countingSeconds: counting }, missed };
}

function milliseconds(time: number | undefined): string {
  return time === undefined ? '–' : time.toFixed(time < 10 ? 2 : 0);
}
