import { BUCKETS, type Bucket } from '../../service/domain/bucket.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';
import { counted } from '../../service/domain/texts.ts';
import type { NewReport } from '../../service/store/store.ts';
import { table } from './people/table.ts';

/** How many reports to show. */
const FIRST = 5;

/** The content of a file, counted while it is read. */
export class Tally {
  readonly #now: Micros;
  readonly #first: NewReport[] = [];
  readonly #buckets = new Map<Bucket, number>(BUCKETS.map((bucket) => [bucket, 0]));
  #range: { readonly from: Micros; readonly to: Micros } | null = null;
  #inFuture = 0;

  constructor(now: Micros) {
    this.#now = now;
  }

  /** How many reports are later than now. */
  get inFuture(): number {
    return this.#inFuture;
  }

  /** Passes the reports on. */
  async *of(batches: AsyncIterable<readonly NewReport[]>): AsyncGenerator<readonly NewReport[]> {
    for await (const batch of batches) {
      for (const report of batch) this.#add(report);
      yield batch;
    }
  }

  #add(report: NewReport): void {
    const { createdAt, bucket } = report;
    if (this.#first.length < FIRST) this.#first.push(report);
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    const { from, to } = this.#range ?? { from: createdAt, to: createdAt };
    this.#range = { from: Math.min(from, createdAt), to: Math.max(to, createdAt) };
    if (createdAt > this.#now) this.#inFuture += 1;
  }

  /** As an object for `--json`. */
  result(time: LocalTime): object {
    return {
      read: this.#read(),
      timeZone: time.timeZone,
      range: this.#range && { from: time.timestamp(this.#range.from), to: time.timestamp(this.#range.to) },
      buckets: Object.fromEntries(this.#buckets),
      first: this.#first.map(({ line, createdAt, bucket }) => ({
        line,
        timestamp: time.timestamp(createdAt),
        bucket,
      })),
      inFuture: this.#inFuture,
    };
  }

  /** In words: the range, the first reports and the number of each bucket. */
  text(time: LocalTime): string {
    if (this.#range === null) return 'The file has no reports.';
    const { from, to } = this.#range;
    const first = this.#first.map(({ line, createdAt, bucket }) => ({
      cells: [`${line}`, time.timestamp(createdAt), bucket],
    }));
    const buckets = [...this.#buckets].map(([bucket, count]) => ({ cells: [bucket, `${count}`] }));
    return [
      `${counted(this.#read(), 'report')}, from ${time.timestamp(from)} to ${time.timestamp(to)}. The first:`,
      table(['LINE', 'TIME', 'BUCKET'], first),
      'In all:',
      table(['BUCKET', 'REPORTS'], buckets),
    ].join('\n');
  }

  #read(): number {
    return this.#buckets.values().reduce((sum, count) => sum + count, 0);
  }
}
