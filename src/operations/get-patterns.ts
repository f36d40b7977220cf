import { type Patterns, patterns } from '../domain/patterns.ts';
import type { RequestContext } from './context.ts';
import { askRange, type RangeQuery, visibleSpan } from './range.ts';

/** `GET /api/v1/patterns`: plain averages by hour and weekday, of all time by default. */
export async function getPatterns(query: RangeQuery, context: RequestContext): Promise<Patterns> {
  const range = await askRange(query, context);
  const sums = await context.patternAccumulators.of(visibleSpan(range, context));
  return patterns({ sums, timetable: context.timetable });
}
