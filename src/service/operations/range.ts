import { type DateRange, resolveRange, spanOf } from '../domain/date-range.ts';
import type { Span } from '../domain/micros.ts';
import { ParameterError, type RequestContext } from './context.ts';

/** The range parameters of a validated query: local days, `YYYY-MM-DD`. */
export interface RangeQuery {
  readonly since?: string;
  readonly until?: string;
}

/**
 * The range that a query requests; an omitted end is no limit (gap `one-sided-range`).
 * Throws `ParameterError` when the range ends before it begins (gap `since-after-until`).
 */
export async function requestedRange(query: RangeQuery, context: RequestContext): Promise<DateRange> {
  const since = query.since === undefined ? undefined : Temporal.PlainDate.from(query.since);
  const until = query.until === undefined ? undefined : Temporal.PlainDate.from(query.until);
  if (since !== undefined && until !== undefined && Temporal.PlainDate.compare(since, until) > 0) {
    throw new ParameterError([
      { parameter: 'since', message: `${since} must not be after until (${until}).` },
      { parameter: 'until', message: `${until} must not be before since (${since}).` },
    ]);
  }
  const extent = since === undefined ? await context.store.extent(context.snapshot.now + 1) : null;
  const firstDay = extent === null ? null : context.time.date(extent.first);
  return resolveRange({ since, until }, { today: context.snapshot.today, firstDay });
}

/** The part of a range whose reports are visible: up to the snapshot's time, inclusive. Never negative. */
export function visibleSpan(range: DateRange, { snapshot, time }: RequestContext): Span {
  const { start, end } = spanOf(range, time);
  return { start, end: Math.max(start, Math.min(end, snapshot.now + 1)) };
}
