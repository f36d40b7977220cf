/**
 * Causes every fault of the list, one after the other, and measures what the service does: faults at random moments, and those that take
 * longer than a test may. Tests cause the others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, machine } from '../result.ts';
import { BACKUPS } from './backups.ts';
import type { Fault, FaultOptions, FaultResult } from './fault.ts';
import { SOAKS } from './soak.ts';
import { SQLITE_KILLS } from './sqlite-kills.ts';

/** In the order of the table. */
const FAULTS: readonly Fault[] = [...SQLITE_KILLS, ...BACKUPS, ...SOAKS];

export async function bench(options: FaultOptions & { readonly only: string | null }): Promise<BenchResult> {
  const { only } = options;
  const chosen = FAULTS.filter(({ name }) => only === null || name.startsWith(only));
  if (chosen.length === 0) {
    throw new RangeError(
      `no fault begins with ${only}; there are ${FAULTS.map(({ name }) => name).join(', ')}`,
    );
  }
  const rows: Row[] = [];
  for (const fault of chosen) {
    const row = { name: fault.name, must: fault.must, ...(await result(fault, options)) };
    console.log(`${row.passed ? 'ok    ' : 'FAILED'} ${row.name}: ${row.figures}`);
    rows.push(row);
  }
  const table = [
    machine(),
    '',
    '| fault | must | measured | ok |',
    '|---|---|---|---|',
    ...rows.map(
      ({ name, must, figures, passed }) => `| ${name} | ${must} | ${figures} | ${passed ? 'yes' : 'NO'} |`,
    ),
  ].join('\n');
  const missed = rows.filter(({ passed }) => !passed).map(({ name, must }) => `${name}: ${must}`);
  return { table, figures: { machine: machine(), rows }, missed };
}

interface Row extends FaultResult {
  readonly name: string;
  readonly must: string;
}

/** A fault that throws has failed; the others still run. */
async function result(fault: Fault, options: FaultOptions): Promise<FaultResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'fault-'));
  try {
    return await fault.run(scratch, options);
  } catch (error) {
    console.error(error);
    return { passed: false, figures: `broke off: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
