/**
 * The two responses that can have millions of reports, as texts in chunks: the export, and the chart of several days. Each report
 * becomes a row: a beginning, its timestamp, and an end that depends on its bucket.
 */
import type { components } from '../contract/form-1.types.generated.ts';
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { RangeChart } from '../domain/chart.ts';
import { type LocalTime, TIMESTAMP_LENGTH } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import type { ObservationColumns, ReportColumns } from '../domain/report.ts';

type Chart = components['schemas']['Chart'];

/** The text of a JSON value of a type, in chunks. */
export class JsonText<Value> {
  readonly chunks: AsyncIterable<string>;
  /** Only for the type checker. */
  declare readonly value: Value;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** The chart of several days, with the other members that a form adds. */
export function presentRangeChart<More extends object>(
  chart: RangeChart,
  time: LocalTime,
  more: More,
): JsonText<Chart & More> {
  return new JsonText(rangeChartText(chart, time, more));
}

async function* rangeChartText(
  { scatter, averages }: RangeChart,
  time: LocalTime,
  more: object,
): AsyncGenerator<string> {
  const ends = BUCKETS.map((bucket) => `","value":${BUCKET_VALUE[bucket]}}`);
  const rows = new Rows(time, ',{"t":"', ends);
  let before = '{"scatter":[';
  for await (const columns of scatter) {
    averages.add(columns);
    const items = rows.text(columns, columns.bucket);
    // All but the first item begin with a comma.
    yield before === '' ? items : before + items.slice(1);
    before = '';
  }
  const line: Chart['line'] = averages.points().map(({ t, value }) => ({ t: time.timestamp(t), value }));
  yield `${before}],${JSON.stringify({ line, ...more }).slice(1)}`;
}

/**
 * The CSV text: a header row, then a row per report with its timestamp and the fields that `rest` returns; lines end in CRLF
 * (RFC 4180). No field needs quotes.
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
  const rows = new Rows(time, '', ends);
  // The header waits for the first batch, so that nothing has been sent if reading it fails.
  let header = `${columns.join(',')}\r\n`;
  for await (const batch of batches) {
    const { bucket, hasPhoto } = batch;
    const end = bucket.map((index, row) => index + (hasPhoto[row] as number) * BUCKETS.length);
    yield header + rows.text(batch, end);
    header = '';
  }
  if (header !== '') yield header;
}

/** Writes rows of ASCII as bytes into one buffer: a string per row would take most of the time of an export. */
class Rows {
  readonly #time: LocalTime;
  readonly #begin: Buffer;
  readonly #ends: readonly Buffer[];
  readonly #longest: number;
  #bytes = Buffer.alloc(0);

  constructor(time: LocalTime, begin: string, ends: readonly string[]) {
    this.#time = time;
    this.#begin = Buffer.from(begin);
    this.#ends = ends.map((end) => Buffer.from(end));
    const longestEnd = Math.max(...ends.map(({ length }) => length));
    this.#longest = begin.length + TIMESTAMP_LENGTH + longestEnd;
  }

  /** A row per report; `end` has the index of its end for each. */
  text({ length, createdAt }: ObservationColumns, end: Uint8Array): string {
    if (this.#bytes.length < length * this.#longest) this.#bytes = Buffer.alloc(length * this.#longest);
    const bytes = this.#bytes;
    let position = 0;
    for (let row = 0; row < length; row += 1) {
      position = copy(this.#begin, bytes, position);
      position = this.#time.writeTimestamp(createdAt[row] as Micros, bytes, position);
      position = copy(this.#ends[end[row] as number] as Buffer, bytes, position);
    }
    return bytes.toString('latin1', 0, position);
  }
}

/** Faster than `Buffer.copy` for so few bytes. */
function copy(source: Buffer, target: Buffer, position: number): number {
  for (let index = 0; index < source.length; index += 1) target[position + index] = source[index] as number;
  return position + source.length;
}
