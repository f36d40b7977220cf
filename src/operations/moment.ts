import type { LocalTime } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import type { ReportReader } from '../store/store.ts';

/**
 * A moment of the service: a stretch of at most one minute in which no answer changes, since neither the
 * minute nor the visible data do. All answers of a moment are computed for its beginning, so they agree.
 */
export interface Moment {
  readonly now: Micros;
  readonly today: Temporal.PlainDate;
  /** Differs between moments. */
  readonly minute: number;
  /** Differs between moments whose visible reports, or whose day, differ. */
  readonly data: number;
}

/** What a moment asks of the store. */
export type VisibleData = Pick<ReportReader, 'version' | 'nextAfter'>;

interface Period {
  readonly moment: Moment;
  readonly version: number;
  readonly until: Micros;
}

/** Tells the present moment; asks the store only when the minute is over or the data have changed. */
export class Moments {
  readonly #clock: () => Micros;
  readonly #store: VisibleData;
  readonly #time: LocalTime;
  #present: Period | null = null;
  #beginning: Promise<Moment> | null = null;

  /** `clock` tells the service's time, which need not be the machine's. */
  constructor(clock: () => Micros, store: VisibleData, time: LocalTime) {
    this.#clock = clock;
    this.#store = store;
    this.#time = time;
  }

  /** The present moment, at once while one lasts. */
  current(): Moment | Promise<Moment> {
    const present = this.#present;
    if (present !== null) {
      const now = this.#clock();
      // A clock that was set back begins a new moment, too.
      if (now < present.until && now >= present.moment.now) {
        const version = this.#store.version();
        if (version === present.version) return present.moment;
        if (typeof version !== 'number') return this.#confirm(present, version);
      }
    }
    return this.#next();
  }

  async #confirm(present: Period, version: Promise<number>): Promise<Moment> {
    const stays = (await version) === present.version && this.#clock() < present.until;
    return stays ? present.moment : this.#next();
  }

  #next(): Promise<Moment> {
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = null;
    });
    return this.#beginning;
  }

  async #begin(): Promise<Moment> {
    const before = this.#present;
    const version = await this.#store.version();
    const now = this.#clock();
    const today = this.#time.date(now);
    const next = await this.#store.nextAfter(now);
    const sameData =
      before !== null &&
      before.version === version &&
      before.moment.now <= now &&
      before.moment.today.equals(today) &&
      // Nothing became visible in between.
      (await this.#store.nextAfter(before.moment.now)) === next;
    const minute = (before?.moment.minute ?? 0) + 1;
    const moment = { now, today, minute, data: sameData ? before.moment.data : minute };
    const minuteEnd = (Math.floor(now / MINUTE) + 1) * MINUTE;
    this.#present = { moment, version, until: Math.min(minuteEnd, next ?? minuteEnd) };
    return moment;
  }
}
