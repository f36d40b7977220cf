import type { ReportColumns } from '../domain/report.ts';
import { askRange, type RangeQuery } from './ask-range.ts';
import type { RequestContext } from './context.ts';
import { visibleSpan } from './visible-span.ts';

/** `GET /api/v1/export.csv`: the reports of a range, all by default, newest first. */
export async function exportReports(
  query: RangeQuery,
  context: RequestContext,
): Promise<AsyncIterable<ReportColumns>> {
  return context.store.exportReports(visibleSpan(await askRange(query, context), context));
}
