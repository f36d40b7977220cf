/** The table of the serving benchmark, and the aims it is held to. */
import type { LoadResult } from '../load.ts';
import type { BenchResult } from '../result.ts';

/** What one contestant did on one subject. */
export interface Row extends LoadResult {
  readonly subject: string;
  readonly name: string;
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
  const lines = rows.map(({ name, requestsPerSecond, p99, failed, memory }) => {
    const ratio = ours.requestsPerSecond / requestsPerSecond;
    const least = LEAST[name] ?? '';
    return `| ${ratio.toFixed(2)} | ${least} | ${name} | ${whole(requestsPerSecond)} | ${p99.toFixed(1)} | ${memory} | ${failed} |`;
  });
  return [
    `**${ours.subject}**`,
    '',
    '| ours to it | aim | contestant | requests/s | p99 ms | RSS MB | failed |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function missedOn(rows: readonly Row[]): readonly string[] {
  const ours = named(rows, OURS);
  const slow = Object.entries(LEAST).flatMap(([name, least]) => {
    const ratio = ours.requestsPerSecond / named(rows, name).requestsPerSecond;
    return ratio >= least ? [] : [`${ours.subject}: ${ratio.toFixed(2)} of ${name}, the aim is ${least}`];
  });
  const latency = ours.p99 / named(rows, REFERENCE).p99;
  const late =
    latency <= MOST_P99
      ? []
      : [`${ours.subject}: p99 is ${latency.toFixed(2)} of ${REFERENCE}'s, the aim is at most ${MOST_P99}`];
  const failed = rows
    .filter((row) => row.failed > 0)
    .map(({ name, failed: count }) => `${ours.subject}: ${count} answers of ${name} failed`);
  return [...slow, ...late, ...failed];
}

function named(rows: readonly Row[], name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`nothing was measured for ${name}`);
  return row;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
