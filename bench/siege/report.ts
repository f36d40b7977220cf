import { ANNOUNCED } from '../load.ts';
import { type BenchResult, rounded, tableOf } from '../result.ts';
import { MEMORY_MB } from './memory-limit.ts';

/** The measurements of one siege. */
export interface Row {
  readonly name: string;
  /** The reason why the service has ended; null if it has not. */
  readonly ended: string | null;
  /** The most resident memory, in MB. */
  readonly peak: number;
  /** Before the attack, the most, and some seconds after the attackers have left; null if the service has ended. */
  readonly descriptors: { readonly before: number; readonly most: number; readonly after: number | null };
  /** Of the honest client, in milliseconds. */
  readonly times: { readonly p50: number; readonly p99: number };
  /** The number of attackers' connections that got a response, for each storm; null if its clients wait for none. */
  readonly responses: readonly (number | null)[];
  /** How many requests of the honest client failed, by how. */
  readonly failures: Readonly<Record<string, number>>;
}

/** How many descriptors may be more afterwards: connections of the honest client, and files of SQLite that exports share. */
const MORE_DESCRIPTORS = 8;
const AIMS = { peak: 400, p99: 250 };

/** The table of all sieges, and the aims that were missed. */
export function report(rows: readonly Row[]): BenchResult {
  const table = tableOf(
    ['siege', 'ended', 'peak MB', 'descriptors before, most, after', 'honest p50, p99 ms', 'honest failures'],
    rows.map(({ name, ended, peak, descriptors: { before, most, after }, times, failures }) => [
      name,
      ended ?? 'no',
      rounded(peak),
      `${before}, ${most}, ${after ?? '–'}`,
      `${times.p50.toFixed(1)}, ${rounded(times.p99)}`,
      listed(failures),
    ]),
  );
  const missed = rows.flatMap((row) => missedBy(row).map((what) => `${row.name}: ${what}`));
  return { table: `${MEMORY_MB} MB.\n\n${table}`, figures: { rows }, missed };
}

function missedBy({ ended, peak, descriptors, times, failures, responses }: Row): readonly string[] {
  if (ended !== null) return [`the service ended: ${ended}`];
  const missed: string[] = [];
  const { before, after } = descriptors;
  if (peak > AIMS.peak) missed.push(`${rounded(peak)} MB, the aim is at most ${AIMS.peak}`);
  if (after === null || after > before + MORE_DESCRIPTORS)
    missed.push(`${after} descriptors after ${before}, the aim is at most ${MORE_DESCRIPTORS} more`);
  if (times.p99 > AIMS.p99) missed.push(`p99 of ${rounded(times.p99)} ms, the aim is at most ${AIMS.p99}`);
  if (responses.includes(0)) missed.push('no attacker got a response, so nothing was attacked');
  const others = Object.entries(failures).filter(([what]) => what !== ANNOUNCED);
  if (others.length > 0) missed.push(`the honest client had ${listed(Object.fromEntries(others))}`);
  return missed;
}

function listed(failures: Row['failures']): string {
  const parts = Object.entries(failures).toSorted(([, a], [, b]) => b - a);
  return parts.map(([outcome, count]) => `${rounded(count)} × ${outcome}`).join(', ') || '–';
}
