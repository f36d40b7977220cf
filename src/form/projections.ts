/** The projections that both forms share. Each form's module checks them against its own generated types. */
import type { components } from '../contract/form-1.types.generated.ts';
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Chart } from '../domain/chart.ts';
import { type LocalTime, TIMESTAMP_LENGTH } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, Report, ReportColumns } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';
import type { Presentation } from './form.ts';

type Schemas = components['schemas'];

export function presentStatus(status: Status, time: LocalTime): Schemas['Status'] {
  return {
    has_estimate: status.hasEstimate,
    message: status.message,
    estimate_display: `${status.low}-${status.high}`,
    estimate_value: status.value,
    report_count: status.reportCount,
    last_updated: time.timestamp(status.lastUpdated),
    hours: {
      is_open: status.hours.isOpen,
      closing_soon: status.hours.closingSoon,
      minutes_until_close: status.hours.minutesUntilClose,
      closes_at: status.hours.closesAt,
      opens_at: status.hours.opensAt,
    },
  };
}

/** Scatter and line; the open window is a matter of the form. */
export function presentChart(chart: Chart, time: LocalTime): Schemas['Chart'] {
  return {
    scatter: chart.scatter.map(({ at, bucket }) => ({ t: time.timestamp(at), value: BUCKET_VALUE[bucket] })),
    line: chart.line.map(({ t, value }) => ({ t: time.timestamp(t), value })),
  };
}

/** Averages by hour and weekday; the open hours are a matter of the form. */
export function presentPatterns(patterns: Patterns): Schemas['Patterns'] {
  return {
    by_hour: patterns.byHour.map(({ hour, value, reportCount }) => ({
      hour,
      value,
      report_count: reportCount,
    })),
    by_weekday: patterns.byWeekday.map(({ weekday, label, value, reportCount }) => ({
      weekday,
      label,
      value,
      report_count: reportCount,
    })),
  };
}

/** The page around reports that a form has already given their shape. */
export function presentPage<Item>(
  page: FeedPage,
  presentation: Presentation,
  presentReport: (report: Report) => Item,
): { next: string | null; previous: string | null; results: Item[] } {
  return {
    next: page.older === null ? null : presentation.pageUrl('older', page.older),
    previous: page.newer === null ? null : presentation.pageUrl('newer', page.newer),
    results: page.reports.map(presentReport),
  };
}

/**
 * The CSV text: a header row, then for each report a row of its timestamp and what `rest` says; lines end in CRLF (RFC
 * 4180). No field ever needs quotes, and all are ASCII.
 */
export async function* csvText(
  columns: readonly string[],
  batches: AsyncIterable<ReportColumns>,
  time: LocalTime,
  rest: (bucket: Bucket, hasPhoto: boolean) => readonly string[],
): AsyncGenerator<string> {
  const ends = [false, true].map((hasPhoto) =>
    BUCKETS.map((bucket) => Buffer.from(`,${rest(bucket, hasPhoto).join(',')}\r\n`)),
  ) as [Buffer[], Buffer[]];
  const longest = TIMESTAMP_LENGTH + Math.max(...ends.flat().map((end) => end.length));
  let bytes = Buffer.alloc(0);
  // The header comes when the first reports are there, so that nothing has been said yet should they fail to come.
  let header = `${columns.join(',')}\r\n`;
  for await (const { length, createdAt, bucket, hasPhoto } of batches) {
    if (header !== '') yield header;
    header = '';
    if (bytes.length < length * longest) bytes = Buffer.alloc(length * longest);
    let place = 0;
    for (let row = 0; row < length; row += 1) {
      place = time.writeTimestamp(createdAt[row] as Micros, bytes, place);
      const end = ends[hasPhoto[row] as 0 | 1][bucket[row] as number] as Buffer;
      // Quicker than copying so few bytes by a call.
      for (let index = 0; index < end.length; index += 1) bytes[place + index] = end[index] as number;
      place += end.length;
    }
    yield bytes.toString('latin1', 0, place);
  }
  if (header !== '') yield header;
}
