import { type BenchResult, machine, rounded } from '../result.ts';
import type { Kind } from './check.ts';

export interface Count {
  requests: number;
  readonly statuses: Map<number, number>;
  readonly violations: string[];
}

export interface ImportCount {
  readonly kind: string;
  readonly files: number;
  readonly violations: readonly string[];
}

/** Memory and descriptors of the service's process. */
export interface Usage {
  readonly megabytes: number;
  readonly descriptors: number;
}

export interface Run {
  readonly form: 1 | 2;
  readonly counts: ReadonlyMap<Kind, Count>;
  readonly seconds: number;
  /** Before the first request, after a quarter of them, after half, and after all. */
  readonly usage: readonly Usage[];
  /** Lines of the log that contain the key or report an error. */
  readonly log: readonly string[];
}

/** MB by which the memory may grow from a quarter of the requests to all: the response cache may become full, which takes 64. */
const MEMORY_GROWTH = 96;

/** How many more descriptors are allowed: SQLite keeps the files of concurrent exports open, at most three for a key. */
const DESCRIPTOR_GROWTH = 3;

export function report(runs: readonly Run[], imports: readonly ImportCount[], seed: number): BenchResult {
  const table = [
    `Hostile requests, seed ${seed}; ${machine()}`,
    '',
    '| form | requests | responses by status | violations |',
    '|---|---|---|---|',
    ...runs.flatMap(rowsOf),
    '',
    '| | MB and descriptors at the start | after a quarter | after half | after all | lines of the log with a key or an error |',
    '|---|---|---|---|---|---|',
    ...runs.map(({ form, usage, log, seconds }) => {
      const used = usage.map(({ megabytes, descriptors }) => `${megabytes}, ${descriptors}`);
      return `| form ${form}, ${Math.round(seconds)} s | ${used.join(' | ')} | ${log.length} |`;
    }),
    '',
    '| imported | files | violations |',
    '|---|---|---|',
    ...imports.map(({ kind, files, violations }) => `| ${kind} | ${rounded(files)} | ${violations.length} |`),
  ].join('\n');
  const missedInImports = imports.flatMap(({ violations }) => violations);
  const missedInRuns = runs.flatMap(({ form, counts, usage, log }) => [
    ...[...counts.values()].flatMap(({ violations }) => violations),
    ...log.map((line) => `the log of form ${form}: ${line.slice(0, 300)}`),
    ...growthOf(usage).map((wrong) => `form ${form}: ${wrong}`),
  ]);
  const figures = runs.map(({ counts, ...rest }) => ({
    ...rest,
    counts: Object.fromEntries(
      [...counts].map(([kind, { statuses, ...count }]) => [
        kind,
        { ...count, statuses: Object.fromEntries(statuses) },
      ]),
    ),
  }));
  return {
    table,
    figures: { machine: machine(), seed, runs: figures, imports },
    missed: [...missedInRuns, ...missedInImports],
  };
}

function growthOf([, quarter, , all]: readonly Usage[]): readonly string[] {
  if (quarter === undefined || all === undefined) return ['the process was not measured'];
  const grown: string[] = [];
  if (all.megabytes - quarter.megabytes > MEMORY_GROWTH)
    grown.push(`at most ${MEMORY_GROWTH} MB more after all requests than after a quarter`);
  if (all.descriptors - quarter.descriptors > DESCRIPTOR_GROWTH)
    grown.push(`at most ${DESCRIPTOR_GROWTH} descriptors more after all requests than after a quarter`);
  return grown;
}

function rowsOf({ form, counts }: Run): readonly string[] {
  const sum = [...counts.values()].reduce((total, { requests }) => total + requests, 0);
  const violations = [...counts.values()].reduce((total, count) => total + count.violations.length, 0);
  return [
    ...[...counts].map(
      ([kind, count]) =>
        `| ${form}: ${kind} | ${rounded(count.requests)} | ${statusText(count.statuses)} | ${count.violations.length} |`,
    ),
    `| **form ${form}** | **${rounded(sum)}** | | **${violations}** |`,
  ];
}

function statusText(statuses: ReadonlyMap<number, number>): string {
  return [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${rounded(count)}`)
    .join(', ');
}
