import { type DateRange, spanOf } from '../domain/date-range.ts';
import type { Span } from '../domain/micros.ts';
import type { RequestContext } from './context.ts';

/** The part of a range in which reports can be seen: up to the snapshot, which belongs to it. Never negative. */
export function visibleSpan(range: DateRange, { snapshot, time }: RequestContext): Span {
  const { start, end } = spanOf(range, time);
  return { start, end: Math.max(start, Math.min(end, snapshot.now + 1)) };
}
