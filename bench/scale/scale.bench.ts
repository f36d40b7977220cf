/** How far one program goes: two hundred venues in one process, and three processes on one PostgreSQL database. */
import type { BenchOptions, BenchResult } from '../result.ts';
import { measureNodes } from './nodes.ts';
import { measureVenues } from './venues.ts';

export async function bench({ isSmoke }: BenchOptions): Promise<BenchResult> {
  const venues = await measureVenues(isSmoke);
  const nodes = await measureNodes(isSmoke);
  return {
    table: `${venues.table}\n\n${nodes.table}`,
    figures: { venues: venues.figures, ...nodes.figures },
    missed: [...venues.missed, ...nodes.missed],
  };
}
