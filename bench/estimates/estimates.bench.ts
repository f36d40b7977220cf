import { type BenchResult, UsageError } from '../result.ts';
import { missedBy } from './aims.ts';
import { readCounts } from './counts-file.ts';
import { measure } from './measure.ts';
import { type Material, plannedRows, titleOf } from './rows.ts';
import { measureSpeed } from './speed.ts';
import { tablesOf } from './tables.ts';

/** The options of this benchmark. */
export interface EstimatesOptions extends Omit<Material, 'counts'> {
  /** A CSV file of real counts; null for simulated venues only. */
  readonly counts: string | null;
  /** The time zone of the counts, as an IANA name. */
  readonly timeZone: string;
  /** Only the rows with this text in their title (`titleOf`), without speed; null for all. */
  readonly only: string | null;
}

/**
 * Compares the estimate and the smoothed line with fixed rules on the same queries: simulated queues, and simulated reports
 * of real counts. Models are trained only on the past; parameters were tuned on other seeds and days.
 */
export async function bench({ only, ...options }: EstimatesOptions): Promise<BenchResult> {
  const counts = options.counts === null ? null : await readCounts(options.counts, options.timeZone);
  const planned = plannedRows({ ...options, counts });
  const chosen = planned.filter((row) => only === null || titleOf(row).includes(only));
  if (chosen.length === 0)
    throw new UsageError(
      `no row has ${JSON.stringify(only)}; the rows are:\n${planned.map(titleOf).join('\n')}`,
    );
  const speed = only === null ? measureSpeed(options.seed) : null;
  const rows = chosen.map(measure);
  return {
    table: tablesOf(rows, speed),
    figures: { version: 3, ...options, speed, rows },
    missed: missedBy(rows, speed),
  };
}
