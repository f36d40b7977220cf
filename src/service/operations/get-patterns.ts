import { type Patterns, patterns } from '../domain/patterns.ts';
import type { RequestContext } from './context.ts';
import { type RangeQuery, requestedRange, visibleSpan } from './range.ts';

/** `GET /api/v1/patterns`: plain averages by hour and weekday, of all time by default. */
export async function getPatterns(query: RangeQuery, context: RequestContext): Promise<Patterns> {
  const range = await requestedRange(query, context);
  const accumulator = await context.patternAccumulators.of(visibleSpan(range, context));
  return patterns({ accumulator, timetable: context.timetable });
}
