/** The table of the serving benchmark, and its aims. */
import type { LoadResult } from '../load.ts';
import { type BenchResult, median, rounded, sumOf, tableOf } from '../result.ts';

/** One round of load. */
export interface Round extends LoadResult {
  /** Processor time of the main thread per request, in microseconds, which other work on the machine changes least; NaN if unknown. */
  readonly processorTime: number;
}

/** The results of one server on one subject. */
export interface Row {
  readonly subject: string;
  readonly name: string;
  readonly rounds: readonly Round[];
  /** Resident memory in MB. */
  readonly memory: number;
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

const HEAD = 'ours / its|aim ≥|server|requests/s|CPU µs|p99 ms|our p99 / its|aim ≤|RSS MB|failed'.split('|');

export function report(rows: readonly Row[], conditions: string): BenchResult {
  const subjects = [...Map.groupBy(rows, ({ subject }) => subject).values()].map(comparedIn);
  const tables = subjects.map(
    (compared) =>
      `**${compared[0]?.row.subject}**\n\n${tableOf(
        HEAD,
        compared.map(({ row, speed, latency, failed }) => [
          speed.toFixed(2),
          LEAST[row.name] ?? '',
          row.name,
          rounded(medianOf(row, 'requestsPerSecond')),
          shownTime(medianOf(row, 'processorTime')),
          medianOf(row, 'p99').toFixed(1),
          latency.toFixed(2),
          row.name === EXPRESS ? MOST_P99 : '',
          row.memory,
          failed,
        ]),
      )}`,
  );
  return {
    table: [conditions, ...tables].join('\n\n'),
    figures: { conditions, rows },
    missed: subjects.flat().flatMap(missedBy),
  };
}

/** Each row of a subject with the ratios of ours to it. */
function comparedIn(rows: readonly Row[]) {
  const ours = rows.find(({ name }) => name === OURS);
  return rows.map((row) => ({
    row,
    speed: ratioOf(ours, row, 'requestsPerSecond'),
    latency: ratioOf(ours, row, 'p99'),
    failed: sumOf(row.rounds, ({ failed }) => failed),
  }));
}

function missedBy({ row, speed, latency, failed }: ReturnType<typeof comparedIn>[number]): readonly string[] {
  const { subject, name } = row;
  const least = LEAST[name] ?? 0;
  return [
    speed >= least ? '' : `${subject}: ${speed.toFixed(2)} of ${name}, the aim is ${least}`,
    name !== EXPRESS || latency <= MOST_P99
      ? ''
      : `${subject}: p99 is ${latency.toFixed(2)} of ${name}'s, the aim is at most ${MOST_P99}`,
    failed === 0 ? '' : `${subject}: ${failed} requests to ${name} failed`,
  ].filter((text) => text !== '');
}

function medianOf({ rounds }: Row, figure: keyof Round): number {
  return median(rounds.map((round) => round[figure]));
}

/** Empty when it is unknown. */
function shownTime(microseconds: number): string {
  return Number.isNaN(microseconds) ? '' : microseconds.toFixed(1);
}

/** The median of the ratios within each round, since the machine's speed varies between rounds. */
function ratioOf(ours: Row | undefined, its: Row, figure: keyof Round): number {
  return median(its.rounds.map((round, at) => (ours?.rounds[at]?.[figure] ?? Number.NaN) / round[figure]));
}
