import type { BenchResult } from '../result.ts';
import { readCounts, reported } from './counts-file.ts';
import { HELD_OUT_KINDS } from './held-out-kinds.ts';
import { KINDS } from './kinds.ts';
import { measure, type Row } from './measure.ts';
import { simulate, type VenueKind } from './simulated.ts';
import { missedBy, tablesOf } from './tables.ts';

/** The options of this benchmark. */
export interface EstimatesOptions {
  /** A CSV file of real counts; null for simulated queues only. */
  readonly counts: string | null;
  /** The time zone of the counts, as an IANA name. */
  readonly timeZone: string;
  /** Part of every seed. */
  readonly seed: string;
  /** Use the kinds of venue that were held out from tuning. */
  readonly heldOut: boolean;
}

const RATES = [2, 6, 20] as const;

/**
 * Compares the estimate and the smoothed line with fixed rules on the same queries: simulated queues, and simulated reports
 * of real counts. Models are trained only on the past; parameters were tuned on other seeds and days.
 */
export async function bench({ counts, timeZone, seed, heldOut }: EstimatesOptions): Promise<BenchResult> {
  const kinds = heldOut ? HELD_OUT_KINDS : KINDS;
  const simulated = kinds.flatMap((kind) => RATES.map((rate) => simulatedRow(kind, rate, seed)));
  const real: Row[] = [];
  if (counts !== null) {
    const file = await readCounts(counts, timeZone);
    for (const rate of RATES) real.push(measure([reported(file, rate, seed, 'evaluation')]));
  }
  return {
    table: tablesOf({ simulated, real }),
    figures: { version: 1, seed, heldOut, simulated, real },
    missed: missedBy({ simulated, real }),
  };
}

function simulatedRow(kind: VenueKind, rate: number, seed: string): Row {
  return measure([simulate(kind, rate, `${seed}-1`), simulate(kind, rate, `${seed}-2`)]);
}
