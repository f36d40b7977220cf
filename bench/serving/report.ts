/** The table of the serving benchmark, and its aims. */
import type { LoadResult } from '../load.ts';
import { type BenchResult, median, rounded } from '../result.ts';

/** One round of load. */
export interface Round extends LoadResult {
  /** Processor time of the main thread per request, in microseconds, which other work on the machine changes least; NaN if unknown. */
  readonly processorTime: number;
}

type Figure = 'requestsPerSecond' | 'p99' | 'processorTime';

/** The results of one server on one subject. */
export interface Row {
  readonly subject: string;
  readonly name: string;
  readonly rounds: readonly Round[];
  /** Resident memory in MB. */
  memory: number;
}

/** Names in tables: this service, and the peer that aims for latency refer to. */
export const OURS = 'headcount';
const EXPRESS = 'Express 5';

/** The least ratio of our requests per second to each server's. */
const LEAST: Readonly<Record<string, number>> = {
  [EXPRESS]: 1.1,
  Fastify: 0.75,
  'openapi-backend': 3.5,
  'express-openapi-validator': 3.5,
};

/** The highest ratio of our p99 to Express's p99. */
const MOST_P99 = 1.2;

export function report(rows: readonly Row[], conditions: string): BenchResult {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const parts = subjects.map((subject) => rows.filter((row) => row.subject === subject));
  return {
    table: [conditions, ...parts.map(table)].join('\n\n'),
    figures: { conditions, rows },
    missed: parts.flatMap(missedBy),
  };
}

function table(rows: readonly Row[]): string {
  const ours = rowOf(rows, OURS);
  const lines = rows.map((row) =>
    [
      '',
      ratioOf(ours, row, 'requestsPerSecond').toFixed(2),
      LEAST[row.name] ?? '',
      row.name,
      rounded(medianOf(row, 'requestsPerSecond')),
      shownTime(medianOf(row, 'processorTime')),
      medianOf(row, 'p99').toFixed(1),
      ratioOf(ours, row, 'p99').toFixed(2),
      row.name === EXPRESS ? MOST_P99 : '',
      row.memory,
      failures(row),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return [
    `**${ours.subject}**`,
    '',
    `| ours / its | aim ≥ | server | requests/s | CPU µs | p99 ms | our p99 / its | aim ≤ | RSS MB | failed |`,
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function missedBy(rows: readonly Row[]): readonly string[] {
  const ours = rowOf(rows, OURS);
  return rows.flatMap((row) => {
    const missed: string[] = [];
    const ratio = ratioOf(ours, row, 'requestsPerSecond');
    const least = LEAST[row.name];
    if (least !== undefined && !(ratio >= least)) {
      missed.push(`${row.subject}: ${ratio.toFixed(2)} of ${row.name}, the aim is ${least}`);
    }
    const latency = ratioOf(ours, row, 'p99');
    if (row.name === EXPRESS && !(latency <= MOST_P99)) {
      missed.push(
        `${row.subject}: p99 is ${latency.toFixed(2)} of ${row.name}'s, the aim is at most ${MOST_P99}`,
      );
    }
    if (failures(row) > 0) missed.push(`${row.subject}: ${failures(row)} requests to ${row.name} failed`);
    return missed;
  });
}

function medianOf({ rounds }: Row, figure: Figure): number {
  return median(rounds.map((round) => round[figure]));
}

/** Empty when it is unknown. */
function shownTime(microseconds: number): string {
  return Number.isNaN(microseconds) ? '' : microseconds.toFixed(1);
}

/** The median of the ratios within each round, since the machine's speed varies between rounds. */
function ratioOf(first: Row, second: Row, figure: Figure): number {
  return median(
    first.rounds.map((round, index) => round[figure] / (second.rounds[index]?.[figure] ?? Number.NaN)),
  );
}

function failures({ rounds }: Row): number {
  return rounds.reduce((total, { failed }) => total + failed, 0);
}

function rowOf(rows: readonly Row[], name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`nothing was measured for ${name}`);
  return row;
}
