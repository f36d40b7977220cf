import type { LocalTime } from '../domain/local-time.ts';
import { type Micros, type Span, WEEK, wholeWeeks } from '../domain/micros.ts';
import { PatternAccumulator } from '../domain/pattern-accumulator.ts';
import { type Patterns, patterns } from '../domain/patterns.ts';
import type { WeekCount } from '../domain/report.ts';
import type { ReportReader } from '../store/store.ts';
import type { RequestContext } from './context.ts';
import { type RangeQuery, requestedRange, visibleSpan } from './range.ts';
import type { TimeSlices } from './time-slices.ts';

/** `GET /api/v1/patterns`: plain averages by hour and weekday, of all time by default. */
export async function getPatterns(query: RangeQuery, context: RequestContext): Promise<Patterns> {
  const range = await requestedRange(query, context);
  const accumulator = await context.patternsOf(visibleSpan(range, context));
  return patterns({ accumulator, timetable: context.timetable, today: context.snapshot.today });
}

/**
 * The reports of any span, added up for patterns. Keeps one accumulator per whole week in memory and reads a week
 * again only when its numbers of reports or removed reports have changed: reports are never changed (record 16).
 */
export class PatternAccumulators {
  readonly #store: Pick<ReportReader, 'bucketCounts' | 'weekCounts'>;
  readonly #time: LocalTime;
  readonly #slices: TimeSlices;
  /** Ends when all weeks requested so far have been read. */
  #reading: Promise<void> = Promise.resolve();
  /** By the start of the week. */
  readonly #weeks = new Map<Micros, { readonly accumulator: PatternAccumulator; readonly removed: number }>();

  constructor(store: Pick<ReportReader, 'bucketCounts' | 'weekCounts'>, time: LocalTime, slices: TimeSlices) {
    this.#store = store;
    this.#time = time;
    this.#slices = slices;
  }

  async of({ start, end }: Span): Promise<PatternAccumulator> {
    const { start: first, end: last } = wholeWeeks({ start, end });
    if (first >= last) return this.#accumulate({ start, end });
    const counts = await this.#store.weekCounts({ start: first, end: last });
    // One after the other, so that each week is read once.
    const reading = this.#reading.then(() => this.#read(counts));
    this.#reading = reading.catch(() => undefined);
    await reading;
    const total = await this.#accumulate({ start, end: first });
    total.merge(await this.#accumulate({ start: last, end }));
    for (const week of counts) {
      const known = this.#weeks.get(week.start);
      if (known !== undefined) total.merge(known.accumulator);
    }
    return total;
  }

  async #accumulate(span: Span): Promise<PatternAccumulator> {
    await this.#slices.next();
    return PatternAccumulator.of(await this.#store.bucketCounts(span), this.#time);
  }

  /** Reads the weeks that are missing or have changed. */
  async #read(weeks: readonly WeekCount[]): Promise<void> {
    for (const { start, count, removed } of weeks) {
      const known = this.#weeks.get(start);
      if (known?.accumulator.count === count && known.removed === removed) continue;
      const accumulator = await this.#accumulate({ start, end: start + WEEK });
      this.#weeks.set(start, { accumulator, removed });
    }
  }
}
