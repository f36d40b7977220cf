import { type BenchResult, UsageError } from '../result.ts';
import { missedBy } from './aims.ts';
import { type MaterialOptions, materialOf } from './material.ts';
import { measureRows } from './measure-rows.ts';
import { plannedRows, titleOf } from './rows.ts';
import { measureSpeed } from './speed.ts';
import { tablesOf } from './tables.ts';

/** The options of this benchmark. */
export interface EstimatesOptions extends MaterialOptions {
  /** Only the rows with this text in their title (`titleOf`), without speed; null for all. */
  readonly only: string | null;
}

/**
 * Compares the estimate and the smoothed line with fixed rules on the same queries: simulated queues, and simulated reports
 * of real counts. Models are trained only on the past; parameters were tuned on other seeds and days.
 */
export async function bench({ only, ...options }: EstimatesOptions): Promise<BenchResult> {
  const planned = plannedRows(await materialOf(options));
  const chosen = (row: (typeof planned)[number]) => only === null || titleOf(row).includes(only);
  if (!planned.some(chosen)) {
    throw new UsageError(
      `no row has ${JSON.stringify(only)}; the rows are:\n${planned.map(titleOf).join('\n')}`,
    );
  }
  const speed = only === null ? measureSpeed(options.seed) : null;
  const rows = await measureRows(options, planned, chosen);
  return {
    table: tablesOf(rows, speed),
    figures: { version: 2, ...options, speed, rows },
    missed: missedBy(rows, speed),
  };
}
