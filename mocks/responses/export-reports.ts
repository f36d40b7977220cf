import { type MockRequest, rangeOf, reportsIn } from './request.ts';
import { timestamp } from './values.ts';

/** `exportReports`: CSV of the reports in a range, or of all reports, newest first. No field ever needs quotes. */
export function exportReports(request: MockRequest): string {
  const { columns, labels } = request.document;
  const rows = reportsIn(rangeOf(request), request.data)
    .toReversed()
    .map(
      ({ time, bucket, photo }): Readonly<Record<string, string | undefined>> => ({
        timestamp: timestamp(time),
        bucket: labels[bucket],
        has_photo: photo === null ? 'False' : 'True',
      }),
    );
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

/** The headers of an export; its file name contains the range. */
export function exportHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const [since, until] = [query.get('since'), query.get('until')];
  const range = since === null || until === null ? '' : `-${since}-to-${until}`;
  return {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="headcount-reports${range}.csv"`,
  };
}
