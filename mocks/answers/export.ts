import type { FormShape } from '../form-shape.ts';
import type { Story } from '../story/story.ts';
import { timestamp } from './local-text.ts';
import { rangeOf, reportsIn } from './range.ts';

/** `exportReports`: CSV of a range, all reports without one, newest first. No field ever needs quotes. */
export function exportCsv(query: URLSearchParams, story: Story, shape: FormShape): string {
  const rows = reportsIn(rangeOf(query, story), story)
    .toReversed()
    .map(({ time, bucket, photo }) => [
      timestamp(time),
      shape.labels[bucket],
      ...(shape.hasReportPhotos ? [photo === null ? 'False' : 'True'] : []),
    ]);
  const header = ['timestamp', 'bucket', ...(shape.hasReportPhotos ? ['has_photo'] : [])];
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** The name that the export is offered for saving under. */
export function exportFileName(query: URLSearchParams): string {
  const [since, until] = [query.get('since'), query.get('until')];
  return since === null || until === null
    ? 'headcount-reports.csv'
    : `headcount-reports-${since}-to-${until}.csv`;
}
