import { setImmediate } from 'node:timers/promises';
import type { LocalTime } from '../domain/local-time.ts';
import { type Micros, type Span, WEEK } from '../domain/micros.ts';
import { PatternAccumulator } from '../domain/pattern-accumulator.ts';
import type { ReportReader } from '../store/store.ts';

/** How many weeks are read before other requests can run: about ten milliseconds of work. */
const WEEKS_AT_ONCE = 8;

/**
 * The reports of any span, added up for patterns. Keeps one accumulator per whole week in memory and reads a week
 * again only when its number of reports has changed: reports are never changed or removed (decision 28).
 */
export class PatternAccumulators {
  readonly #store: Pick<ReportReader, 'bucketCounts' | 'weekCounts'>;
  readonly #time: LocalTime;
  /** By the start of the week. */
  readonly #weeks = new Map<Micros, PatternAccumulator>();

  constructor(store: Pick<ReportReader, 'bucketCounts' | 'weekCounts'>, time: LocalTime) {
    this.#store = store;
    this.#time = time;
  }

  async of({ start, end }: Span): Promise<PatternAccumulator> {
    const first = Math.ceil(start / WEEK) * WEEK;
    const last = Math.floor(end / WEEK) * WEEK;
    if (first >= last) return this.#accumulate({ start, end });
    const counts = await this.#store.weekCounts({ start: first, end: last });
    await this.#read(counts.filter((week) => this.#weeks.get(week.start)?.count !== week.count));
    const total = await this.#accumulate({ start, end: first });
    total.merge(await this.#accumulate({ start: last, end }));
    for (const week of counts) {
      const accumulator = this.#weeks.get(week.start);
      if (accumulator !== undefined) total.merge(accumulator);
    }
    return total;
  }

  async #accumulate(span: Span): Promise<PatternAccumulator> {
    return PatternAccumulator.of(await this.#store.bucketCounts(span), this.#time);
  }

  /** Reads weeks, in ascending order; each query covers neighbours. */
  async #read(weeks: readonly { readonly start: Micros }[]): Promise<void> {
    let end = Number.NEGATIVE_INFINITY;
    for (const { start } of weeks) {
      if (start < end) continue;
      if (end > 0) await setImmediate();
      end = start + WEEKS_AT_ONCE * WEEK;
      const counts = await this.#store.bucketCounts({ start, end });
      for (const [week, ofWeek] of Map.groupBy(counts, (count) => Math.floor(count.start / WEEK))) {
        this.#weeks.set(week * WEEK, PatternAccumulator.of(ofWeek, this.#time));
      }
    }
  }
}
