import { labelOf, type MockRequest, rangeOf, reportsIn } from './request.ts';
import { timestamp } from './values.ts';

/** `exportReports`: CSV of the reports in a range, or of all reports, newest first unless the deployment decides otherwise. No field ever needs quotes. */
export function exportReports(request: MockRequest): string {
  const { columns } = request.document;
  const { csvOrder, csvMark, csvQuote, csvLineEnd } = request.data.variety;
  const reports = reportsIn(rangeOf(request), request.data);
  const rows = (csvOrder === 'newest' ? reports.toReversed() : reports).map(
    (report): Readonly<Record<string, string | undefined>> => ({
      timestamp: timestamp(report.time),
      bucket: labelOf(report, request),
      has_photo: report.photo === null ? 'False' : 'True',
    }),
  );
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(
    (cells) => cells.map((cell) => csvQuote + cell + csvQuote).join(',') + csvLineEnd,
  );
  return csvMark + lines.join('');
}

/** The header of an export that names its file; the name contains the range. */
export function exportHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const [since, until] = [query.get('since'), query.get('until')];
  const range = since === null || until === null ? '' : `-${since}-to-${until}`;
  return { 'Content-Disposition': `attachment; filename="headcount-reports${range}.csv"` };
}
