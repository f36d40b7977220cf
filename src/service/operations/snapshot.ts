import type { LocalTime } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import type { ReportReader } from '../store/store.ts';
import type { CurrentModel, FittedModels } from './fitted-models.ts';

/**
 * The time, the data and the model that a response describes. A snapshot lasts until the minute ends, the next report becomes
 * visible, the store's version changes or another model has been trained. All responses of a snapshot are computed for its beginning, so they agree.
 */
export interface Snapshot {
  readonly now: Micros;
  readonly today: Temporal.PlainDate;
  /** `YYYY-MM-DD`, to compare with the dates of a query: each request does, and `Temporal` would take ten times as long. */
  readonly yesterday: string;
  /** Differs between snapshots. */
  readonly id: number;
  /** Differs between snapshots whose visible reports, or whose day, differ. */
  readonly dataVersion: number;
  /** The store's version, which also changes with keys. */
  readonly storeVersion: number;
  readonly model: CurrentModel;
}

/** What a snapshot needs to know about the store. */
export type VisibleData = Pick<ReportReader, 'version' | 'nextAfter'>;

/** Keeps the current snapshot. Reads the store's version at most once per turn of the event loop. */
export class Snapshots {
  readonly #clock: () => Micros;
  readonly #store: VisibleData;
  readonly #time: LocalTime;
  readonly #models: FittedModels;
  #latest: Snapshot | null = null;
  #validUntil: Micros = 0;
  #version: number | Promise<number> | null = null;
  #next: Promise<Snapshot> | null = null;

  /** `clock` returns the service's time, which need not be the machine's. */
  constructor(clock: () => Micros, store: VisibleData, time: LocalTime, models: FittedModels) {
    this.#clock = clock;
    this.#store = store;
    this.#time = time;
    this.#models = models;
  }

  /** At once while the snapshot lasts and the version is known. Rejects with the store's error while the database is unavailable. */
  current(): Snapshot | Promise<Snapshot> {
    const version = this.#storeVersion();
    return typeof version === 'number' ? this.#at(version) : version.then((known) => this.#at(known));
  }

  #at(version: number): Snapshot | Promise<Snapshot> {
    const latest = this.#latest;
    const now = this.#clock();
    // A clock that is set back also starts a new snapshot.
    if (
      latest?.storeVersion === version &&
      latest.model === this.#models.current &&
      now >= latest.now &&
      now < this.#validUntil
    ) {
      return latest;
    }
    this.#next ??= this.#take().finally(() => {
      this.#next = null;
    });
    // One that was started before the latest change does not include it.
    return this.#next.then((next) => (next.storeVersion === version ? next : this.current()));
  }

  #storeVersion(): number | Promise<number> {
    if (this.#version === null) {
      this.#version = this.#store.version();
      setImmediate(() => {
        this.#version = null;
      });
    }
    return this.#version;
  }

  async #take(): Promise<Snapshot> {
    const before = this.#latest;
    await this.#models.resume();
    const storeVersion = await this.#storeVersion();
    const now = this.#clock();
    const today = this.#time.date(now);
    const next = await this.#store.nextAfter(now);
    const sameData =
      before !== null &&
      before.storeVersion === storeVersion &&
      before.now <= now &&
      before.today.equals(today) &&
      // Nothing became visible in between.
      (await this.#store.nextAfter(before.now)) === next;
    const id = (before?.id ?? 0) + 1;
    const dataVersion = sameData ? before.dataVersion : id;
    // Not awaited: meanwhile, the model before is good enough.
    void this.#models.update({ now, today, dataVersion });
    const yesterday = today.subtract({ days: 1 }).toString();
    this.#latest = { now, today, yesterday, id, dataVersion, storeVersion, model: this.#models.current };
    const minuteEnd = (Math.floor(now / MINUTE) + 1) * MINUTE;
    this.#validUntil = Math.min(minuteEnd, next ?? minuteEnd);
    return this.#latest;
  }
}
