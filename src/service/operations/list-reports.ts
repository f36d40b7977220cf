import type { FeedPage, FeedPosition, Report, ReportColumns } from '../domain/report.ts';
import { ParameterError, type RequestContext } from './context.ts';
import { type Cursor, decodeCursor } from './cursor.ts';
import { type RangeQuery, requestedRange, visibleSpan } from './range.ts';

/**
 * `GET /api/v1/reports`: a page of the feed, newest first. It uses keyset pagination, so reports that arrive between
 * two pages are neither repeated nor skipped.
 */
export async function listReports(
  query: { readonly limit: number; readonly cursor?: string },
  context: RequestContext,
): Promise<FeedPage> {
  const from = query.cursor === undefined || query.cursor === '' ? null : readCursor(query.cursor);
  const { now } = context.snapshot;
  // One more than requested shows whether there is a further page.
  const found = await context.store.feed({ now, limit: query.limit + 1, from });
  const hasMore = found.length > query.limit;
  if (from?.direction === 'newer') {
    const reports = hasMore ? found.slice(1) : found;
    const bottom = positionOf(reports.at(-1)) ?? from.position;
    return {
      reports,
      newer: hasMore ? positionOf(reports[0]) : null,
      older: (await hasReports('older', bottom, context)) ? bottom : null,
    };
  }
  const reports = hasMore ? found.slice(0, query.limit) : found;
  const top = from === null ? null : (positionOf(reports[0]) ?? from.position);
  return {
    reports,
    older: hasMore ? positionOf(reports.at(-1)) : null,
    newer: top !== null && (await hasReports('newer', top, context)) ? top : null,
  };
}

async function hasReports(
  direction: Cursor['direction'],
  position: FeedPosition,
  { store, snapshot }: RequestContext,
): Promise<boolean> {
  const found = await store.feed({ now: snapshot.now, limit: 1, from: { direction, position } });
  return found.length > 0;
}

function positionOf(report: Report | undefined): FeedPosition | null {
  return report === undefined ? null : { createdAt: report.createdAt, id: report.id };
}

function readCursor(text: string): Cursor {
  const cursor = decodeCursor(text);
  if (cursor !== null) return cursor;
  throw new ParameterError([
    {
      parameter: 'cursor',
      message:
        'is not a cursor of this service; copy it unchanged from `next` or `previous` of an earlier page.',
    },
  ]);
}

/** `GET /api/v1/export.csv`: the reports of a range, all by default, newest first. */
export async function exportReports(
  query: RangeQuery,
  context: RequestContext,
): Promise<AsyncIterable<ReportColumns>> {
  const span = visibleSpan(await requestedRange(query, context), context);
  return context.longRead(() => context.store.exportReports(span));
}
