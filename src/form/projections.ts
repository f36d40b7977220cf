/** The projections that both forms share. Each form's module checks them against its generated types. */
import type { components } from '../contract/form-1.types.generated.ts';
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Chart } from '../domain/chart.ts';
import { type LocalTime, TIMESTAMP_LENGTH } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, FeedPosition, PhotoFile, Report, ReportColumns } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';

type Schemas = components['schemas'];

/** What a projection needs to know about the service and the request. */
export interface Presentation {
  readonly time: LocalTime;
  /** The full URL of the feed page that begins at a position. */
  readonly pageUrl: (direction: 'older' | 'newer', position: FeedPosition) => string;
  readonly photoUrl: (photo: PhotoFile) => string;
  readonly thumbnailUrl: (photo: PhotoFile) => string;
}

/** One projection for each operation of a form's document, typed by its response. */
export type Projections<Responses> = {
  readonly [Id in keyof Responses]: (result: never, presentation: Presentation) => Responses[Id];
};

export function presentStatus(status: Status, { time }: Presentation): Schemas['Status'] {
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

/** Scatter and line; the open window depends on the form. */
export function presentChart(chart: Chart, { time }: Presentation): Schemas['Chart'] {
  return {
    scatter: chart.scatter.map(({ at, bucket }) => ({ t: time.timestamp(at), value: BUCKET_VALUE[bucket] })),
    line: chart.line.map(({ t, value }) => ({ t: time.timestamp(t), value })),
  };
}

/** Averages by hour and weekday; the open hours depend on the form. */
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

/** A feed page; the shape of its reports depends on the form. */
export function presentPage<Item>(
  page: FeedPage,
  presentation: Presentation,
  presentReport: (report: Report, presentation: Presentation) => Item,
): { next: string | null; previous: string | null; results: Item[] } {
  return {
    next: page.older === null ? null : presentation.pageUrl('older', page.older),
    previous: page.newer === null ? null : presentation.pageUrl('newer', page.newer),
    results: page.reports.map((report) => presentReport(report, presentation)),
  };
}

/**
 * The CSV text: a header row, then a row per report with its timestamp and the fields that `rest` returns; lines end in CRLF
 * (RFC 4180). No field needs quotes, and all are ASCII.
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
  // The header waits for the first batch, so that nothing has been sent if reading it fails.
  let header = `${columns.join(',')}\r\n`;
  for await (const { length, createdAt, bucket, hasPhoto } of batches) {
    if (header !== '') yield header;
    header = '';
    if (bytes.length < length * longest) bytes = Buffer.alloc(length * longest);
    let position = 0;
    for (let row = 0; row < length; row += 1) {
      position = time.writeTimestamp(createdAt[row] as Micros, bytes, position);
      const end = ends[hasPhoto[row] as 0 | 1][bucket[row] as number] as Buffer;
      // Faster than a call for so few bytes.
      for (let index = 0; index < end.length; index += 1) bytes[position + index] = end[index] as number;
      position += end.length;
    }
    yield bytes.toString('latin1', 0, position);
  }
  if (header !== '') yield header;
}
