import type { ReportColumns } from '../domain/report.ts';
import type { RequestContext } from './context.ts';
import { type RangeQuery, requestedRange, visibleSpan } from './range.ts';

/** `GET /api/v1/export.csv`: the reports of a range, all by default, newest first. */
export async function exportReports(
  query: RangeQuery,
  context: RequestContext,
): Promise<AsyncIterable<ReportColumns>> {
  const span = visibleSpan(await requestedRange(query, context), context);
  return context.longReads.batches(context.key, () => context.store.exportReports(span));
}
