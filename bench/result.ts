import { availableParallelism, cpus, totalmem } from 'node:os';

/** How a benchmark runs. */
export interface BenchOptions {
  /** Whether it takes seconds: the smallest size, the same code. */
  readonly isSmoke: boolean;
  /** The part to measure; null for everything. */
  readonly only: string | null;
  /** Of `estimates`: a CSV file of real counts, plain or gzipped, and their time zone; null for simulated venues only. */
  readonly counts: string | null;
  readonly timeZone: string;
  /** Of `gate`: how many faults are measured, and half as many variants; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  readonly workers: number;
}

/** The result of a benchmark: a table for people, the figures for programs, and the aims that were missed. */
export interface BenchResult {
  readonly table: string;
  readonly figures: object;
  readonly missed: readonly string[];
}

/** Options that don't go together, or name what doesn't exist; the message says what is allowed. */
export class UsageError extends Error {}

/** Describes this machine in one line. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, ${process.platform}, Node.js ${process.versions.node}`;
}

export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  const [low, high] = [Math.ceil(ordered.length / 2) - 1, Math.floor(ordered.length / 2)];
  return ((ordered[low] ?? Number.NaN) + (ordered[high] ?? Number.NaN)) / 2;
}

export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Formats a number without decimals, with commas between thousands. */
export function rounded(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

/** A table in Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
