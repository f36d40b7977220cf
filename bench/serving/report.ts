/** The table of the serving benchmark, and the aims it is held to. */
import { type LoadResult, median } from '../load.ts';
import type { BenchResult } from '../result.ts';

/** What one contestant did on one subject. */
export interface Row {
  readonly subject: string;
  readonly name: string;
  readonly rounds: readonly LoadResult[];
  /** Resident, in MB. */
  readonly memory: number;
}

/** The service's own name in tables. */
export const OURS = 'headcount';

const REFERENCE = 'Express 5';

/** Least ratio of requests per second, ours to each peer's. */
const LEAST: Readonly<Record<string, number>> = {
  [REFERENCE]: 0.95,
  Fastify: 0.75,
  'openapi-backend': 2.2,
  'express-openapi-validator': 2.2,
};

/** Most p99 as a ratio to the reference's. */
const MOST_P99 = 1.2;

export function report(rows: readonly Row[], conditions: string): BenchResult {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const parts = subjects.map((subject) => rows.filter((row) => row.subject === subject));
  return {
    table: [
      'Ours to each peer, and each to itself; a ratio above 1 means that ours answers more.',
      conditions,
    ]
      .concat(parts.map(table))
      .join('\n\n'),
    figures: { conditions, rows },
    missed: parts.flatMap(missedOn),
  };
}

function table(rows: readonly Row[]): string {
  const ours = named(rows, OURS);
  const lines = rows.map((row) => {
    const { name, memory } = row;
    const failed = failures(row);
    const requestsPerSecond = middle(row, 'requestsPerSecond');
    const p99 = middle(row, 'p99');
    const ratio = ratioOf(ours, row, 'requestsPerSecond');
    const late = ratioOf(ours, row, 'p99');
    const least = LEAST[name] ?? '';
    return `| ${ratio.toFixed(2)} | ${least} | ${name} | ${whole(requestsPerSecond)} | ${p99.toFixed(1)} | ${late.toFixed(2)} | ${memory} | ${failed} |`;
  });
  return [
    `**${ours.subject}**`,
    '',
    '| ours to it | aim | contestant | requests/s | p99 ms | our p99 to it | RSS MB | failed |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function missedOn(rows: readonly Row[]): readonly string[] {
  const ours = named(rows, OURS);
  const slow = Object.entries(LEAST).flatMap(([name, least]) => {
    const ratio = ratioOf(ours, named(rows, name), 'requestsPerSecond');
    return ratio >= least ? [] : [`${ours.subject}: ${ratio.toFixed(2)} of ${name}, the aim is ${least}`];
  });
  const latency = ratioOf(ours, named(rows, REFERENCE), 'p99');
  const late =
    latency <= MOST_P99
      ? []
      : [`${ours.subject}: p99 is ${latency.toFixed(2)} of ${REFERENCE}'s, the aim is at most ${MOST_P99}`];
  const failed = rows
    .filter((row) => failures(row) > 0)
    .map((row) => `${row.subject}: ${failures(row)} answers of ${row.name} failed`);
  return [...slow, ...late, ...failed];
}

function middle({ rounds }: Row, figure: 'requestsPerSecond' | 'p99'): number {
  return median(rounds.map((round) => round[figure]));
}

/** The median of what each round gives, since the machine is not the same in all. */
function ratioOf(ours: Row, theirs: Row, figure: 'requestsPerSecond' | 'p99'): number {
  return median(
    ours.rounds.map((round, index) => round[figure] / (theirs.rounds[index]?.[figure] ?? Number.NaN)),
  );
}

function failures({ rounds }: Row): number {
  return rounds.reduce((total, { failed }) => total + failed, 0);
}

function named(rows: readonly Row[], name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`nothing was measured for ${name}`);
  return row;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
