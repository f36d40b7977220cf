import type { BenchResult } from '../result.ts';
import { readCounts, reported } from './counts-file.ts';
import { HELD_OUT_KINDS } from './held-out-kinds.ts';
import { KINDS } from './kinds.ts';
import { measure, type Row } from './measure.ts';
import { simulate, type VenueKind } from './simulated.ts';
import { missedBy, tablesOf } from './tables.ts';

/** What can be asked of this benchmark. */
export interface EstimatesOptions {
  /** A CSV file of real counts; null for simulated lines only. */
  readonly counts: string | null;
  /** Where the counts are from, as an IANA name. */
  readonly timeZone: string;
  /** Part of every seed. */
  readonly seed: string;
  /** Simulated kinds of venue that nothing was tuned on, instead of the usual three. */
  readonly heldOut: boolean;
}

const RATES = [2, 6, 20] as const;

/**
 * The service's estimate and line beside fixed rules, on the same queries: simulated lines of known truth, and people let
 * loose on real counts. Everything is learned from the past alone; what was tuned was tuned on other seeds and days.
 */
export async function bench({ counts, timeZone, seed, heldOut }: EstimatesOptions): Promise<BenchResult> {
  const kinds = heldOut ? HELD_OUT_KINDS : KINDS;
  const simulated = kinds.flatMap((kind) => RATES.map((rate) => simulatedRow(kind, rate, seed)));
  const real: Row[] = [];
  if (counts !== null) {
    const file = await readCounts(counts, timeZone);
    for (const rate of RATES) real.push(measure([reported(file, rate, seed, 'figures')]));
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
