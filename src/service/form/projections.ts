/** The projections that both forms share. Each form's module checks them against its generated types. */
import type { components } from '../contract/form-1.types.generated.ts';
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { DayChart, RangeChart } from '../domain/chart.ts';
import { type LocalTime, TIMESTAMP_LENGTH } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import type { Hours } from '../domain/opening-hours.ts';
import type { Patterns } from '../domain/patterns.ts';
import type {
  FeedPage,
  FeedPosition,
  ObservationColumns,
  PhotoFile,
  Report,
  ReportColumns,
} from '../domain/report.ts';
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

/** The text of a JSON value of a type, in chunks: for values that are too large to be made in one go. */
export class JsonText<Value> {
  readonly chunks: AsyncIterable<string>;
  /** Only for the type checker. */
  declare readonly value: Value;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** One projection for each operation of a form's document, typed by its response. */
export type Projections<Responses> = {
  readonly [Id in keyof Responses]: (
    result: never,
    presentation: Presentation,
  ) => Responses[Id] | JsonText<Responses[Id]>;
};

export function presentStatus(status: Status, { time }: Presentation): Schemas['Status'] {
  return {
    has_estimate: status.hasEstimate,
    message: status.message,
    estimate_display: `${status.low}-${status.high}`,
    estimate_value: status.value,
    report_count: status.reportCount,
    last_updated: time.timestamp(status.lastUpdated),
    hours: presentHours(status.hours),
  };
}

function presentHours({
  isOpen,
  closingSoon,
  minutesUntilClose,
  closesAt,
  opensAt,
}: Hours): Schemas['Hours'] {
  const closing = { closing_soon: closingSoon, minutes_until_close: minutesUntilClose, closes_at: closesAt };
  return isOpen
    ? { is_open: true, ...closing, opens_at: null }
    : { is_open: false, ...closing, opens_at: opensAt };
}

/** Scatter and line of a day; the open window depends on the form. */
export function presentChart(
  { scatter, line }: Pick<DayChart, 'scatter' | 'line'>,
  { time }: Presentation,
): Schemas['Chart'] {
  return {
    scatter: scatter.map(({ at, bucket }) => scatterItem(time.timestamp(at), bucket)),
    line: line.map(({ t, value }) => ({ t: time.timestamp(t), value })),
  };
}

/** The chart of several days, with the other members that a form adds. */
export function presentRangeChart<More extends object>(
  chart: RangeChart,
  presentation: Presentation,
  more: More,
): JsonText<Schemas['Chart'] & More> {
  return new JsonText(rangeChartText(chart, presentation, more));
}

async function* rangeChartText(
  { scatter, averages }: RangeChart,
  presentation: Presentation,
  more: object,
): AsyncGenerator<string> {
  const [begin, ...ends] = itemTexts();
  const write = rowWriter(presentation.time, begin, ends);
  let before = '{"scatter":[';
  for await (const columns of scatter) {
    averages.add(columns);
    // All but the first item begin with a comma.
    yield before + write(columns, columns.bucket).slice(before === '' ? 0 : 1);
    before = '';
  }
  const { scatter: _, ...rest } = presentChart({ scatter: [], line: averages.points() }, presentation);
  yield `${before}],${JSON.stringify({ ...rest, ...more }).slice(1)}`;
}

/** The text before the timestamp of a scatter item, with a comma, and after it for each bucket. */
function itemTexts(): readonly [string, ...string[]] {
  const texts = BUCKETS.map((bucket) => JSON.stringify(scatterItem('|', bucket)).split('|'));
  return [`,${texts[0]?.[0]}`, ...texts.map(([, end]) => end as string)];
}

function scatterItem(t: string, bucket: Bucket): Schemas['Chart']['scatter'][number] {
  return { t, value: BUCKET_VALUE[bucket] };
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
  const ends = [false, true].flatMap((hasPhoto) =>
    BUCKETS.map((bucket) => `,${rest(bucket, hasPhoto).join(',')}\r\n`),
  );
  const write = rowWriter(time, '', ends);
  // The header waits for the first batch, so that nothing has been sent if reading it fails.
  let header = `${columns.join(',')}\r\n`;
  for await (const batch of batches) {
    const { bucket, hasPhoto } = batch;
    const text = write(
      batch,
      bucket.map((index, row) => index + (hasPhoto[row] as number) * BUCKETS.length),
    );
    yield header + text;
    header = '';
  }
  if (header !== '') yield header;
}

/**
 * Returns a function that writes a row for each report: `begin`, the timestamp, and one of `ends`, by index. All are
 * ASCII.
 */
function rowWriter(
  time: LocalTime,
  begin: string,
  ends: readonly string[],
): (columns: ObservationColumns, end: Uint8Array) => string {
  const prefix = Buffer.from(begin);
  const suffixes = ends.map((end) => Buffer.from(end));
  const longest = prefix.length + TIMESTAMP_LENGTH + Math.max(...suffixes.map(({ length }) => length));
  let bytes = Buffer.alloc(0);
  return ({ length, createdAt }, end) => {
    if (bytes.length < length * longest) bytes = Buffer.alloc(length * longest);
    let position = 0;
    for (let row = 0; row < length; row += 1) {
      position = copy(prefix, bytes, position);
      position = time.writeTimestamp(createdAt[row] as Micros, bytes, position);
      position = copy(suffixes[end[row] as number] as Buffer, bytes, position);
    }
    return bytes.toString('latin1', 0, position);
  };
}

/** Faster than `Buffer.copy` for so few bytes. */
function copy(source: Buffer, target: Buffer, position: number): number {
  for (let index = 0; index < source.length; index += 1) target[position + index] = source[index] as number;
  return position + source.length;
}
