import { addDays, isDate } from '../local-time.ts';
import type { Range } from './range.ts';

/** What a single day is compared with: a typical day, another day, or nothing. */
export type Comparison = 'typical' | 'week-before' | 'day-before' | 'nothing' | { readonly date: string };

/** What the chart shows. A comparison is kept, but not shown, while the range is longer than a day. */
export interface ChartView {
  readonly range: Range;
  readonly compare: Comparison;
}

/** What the chart shows first. */
export const FIRST_VIEW: ChartView = { range: { kind: 'today' }, compare: 'typical' };

/** The date that a day is compared with; null if it is not compared with another day. */
export function comparedDay(compare: Comparison, day: string): string | null {
  if (compare === 'week-before') return addDays(day, -7);
  if (compare === 'day-before') return addDays(day, -1);
  if (typeof compare === 'string' || !isDate(compare.date) || compare.date === day) return null;
  return compare.date;
}
