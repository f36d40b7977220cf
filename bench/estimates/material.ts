import { readCounts } from './counts-file.ts';
import type { Material } from './rows.ts';

/** What rows are made from, in a form that can be sent to a thread. */
export interface MaterialOptions extends Omit<Material, 'counts'> {
  /** A CSV file of real counts; null for simulated venues only. */
  readonly counts: string | null;
  /** The time zone of the counts, as an IANA name. */
  readonly timeZone: string;
}

/** Reads the counts. */
export async function materialOf({ counts, timeZone, ...rest }: MaterialOptions): Promise<Material> {
  return { ...rest, counts: counts === null ? null : await readCounts(counts, timeZone) };
}
