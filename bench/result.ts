import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** How a benchmark runs. */
export interface BenchOptions {
  /** Runs the same code with the smallest size, in seconds. */
  readonly isSmoke: boolean;
  /** The part to measure; null for everything. */
  readonly only: string | null;
  /** Of `estimates`: a CSV file of real counts, plain or gzipped, and their time zone; null for simulated venues only. */
  readonly counts: string | null;
  readonly timeZone: string;
}

/** The result of a benchmark: its tables for people, its figures for programs, and the aims that were missed. */
export interface BenchResult {
  readonly table: string;
  readonly figures: object;
  readonly missed: readonly string[];
}

/** Options that don't go together, or name what doesn't exist; the message says what is allowed. */
export class UsageError extends Error {}

/** Describes this machine in one line. */
function machine(): string {
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

const PAGE = new URL('RESULTS.md', import.meta.url);

/** Puts the tables of a benchmark between its marks in RESULTS.md, with this machine, the day, and the aims that were missed. */
export async function writeResults(name: string, table: string, missed: readonly string[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const said = [
    `Measured on ${Temporal.Now.plainDateISO()}, ${machine()}.`,
    '',
    table,
    ...(missed.length === 0 ? [] : ['', 'Missed:', '', ...missed.map((aim) => `- ${aim}`)]),
  ].join('\n');
  await writeFile(PAGE, withResults(page, name, said));
}

/** The page with other text between the marks of a benchmark. */
export function withResults(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.slice(rest.indexOf(end));
  if (before === undefined || after?.startsWith(end) !== true)
    throw new Error(`RESULTS.md has no marks for ${name}`);
  return `${before}${start}${text}${after}`;
}
