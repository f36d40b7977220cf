import type { LocalTime } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { ReportReader, Store } from '../store/store.ts';
import type { CurrentModel, FittedModels } from './fitted-models.ts';
import { entriesOf, HOURS_ENTRIES, withEntries } from './hours-entries.ts';

/** The time, the data, the opening hours and the model that a response describes. All responses of a snapshot are computed for its `now`, so they agree. */
export interface Snapshot {
  readonly now: Micros;
  /** The end of the minute, or when the next report becomes visible. */
  readonly end: Micros;
  readonly today: Temporal.PlainDate;
  /** `YYYY-MM-DD`, to compare with the dates of a query: each request does, and `Temporal` would take ten times as long. */
  readonly yesterday: string;
  /** Of everything that is committed to the store: reports, visible or not yet, keys, and hours of the staff. */
  readonly storeVersion: number;
  /** The store version, the day and the next report: two snapshots with the same one have the visible reports and the day in common. */
  readonly dataVersion: string;
  /** The file's, with the entries of the staff over it. */
  readonly timetable: Timetable;
  readonly model: CurrentModel;
}

/**
 * How long a cached response is valid. `snapshot`: until the snapshot ends. `data`: until the data version changes, so a key that is
 * issued also ends it. `account`: the same, for one account. `model`: until the data version or the fitted model change.
 */
export type Validity = 'snapshot' | 'data' | 'account' | 'model';

/** What a cached response depends on, as a part of its key. */
export function versionFor(
  validity: Validity,
  { now, dataVersion, model }: Snapshot,
  account: number,
): string {
  switch (validity) {
    case 'snapshot':
      return `${dataVersion} model ${model.version} at ${now}`;
    case 'model':
      return `${dataVersion} model ${model.version}`;
    case 'data':
      return dataVersion;
    case 'account':
      return `${dataVersion} account ${account}`;
  }
}

/** Keeps the current snapshot until it ends, the store's version changes, or another model has been trained. */
export class Snapshots {
  readonly #clock: () => Micros;
  readonly #store: Pick<Store, 'nextAfter' | 'metadata'>;
  readonly #version: () => number | Promise<number>;
  readonly #time: LocalTime;
  readonly #file: Timetable;
  /** The file's hours with the entries over them; kept, since most snapshots have the entries of the one before. */
  #hours: { readonly entries: string | null; readonly timetable: Timetable };
  readonly #models: FittedModels;
  #latest: Snapshot | null = null;
  /** The snapshot that is being started; requests that arrive meanwhile share it. */
  #starting: { readonly storeVersion: number; readonly snapshot: Promise<Snapshot> } | null = null;

  /** `clock` returns the service's time, which need not be the machine's. `timetable`: that of the file. */
  constructor(
    clock: () => Micros,
    store: Pick<Store, 'version' | 'nextAfter' | 'metadata'>,
    time: LocalTime,
    timetable: Timetable,
    models: FittedModels,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#version = versionOncePerTurn(store);
    this.#time = time;
    this.#file = timetable;
    this.#hours = { entries: null, timetable };
    this.#models = models;
  }

  /**
   * Includes every commit that was noticed before the call. Rejects with the store's error while the database is unavailable. Immediate while
   * the snapshot lasts: a promise for each hit, here and in the response cache, takes 3 % of the time of a request.
   */
  current(): Snapshot | Promise<Snapshot> {
    const version = this.#version();
    return typeof version === 'number' ? this.#of(version) : version.then((known) => this.#of(known));
  }

  #of(storeVersion: number): Snapshot | Promise<Snapshot> {
    const latest = this.#latest;
    if (latest?.storeVersion === storeVersion && this.#lasts(latest)) return latest;
    if (this.#starting?.storeVersion !== storeVersion) {
      const starting = { storeVersion, snapshot: this.#start(storeVersion) };
      const done = () => {
        if (this.#starting === starting) this.#starting = null;
      };
      starting.snapshot.then(done, done);
      this.#starting = starting;
    }
    return this.#starting.snapshot;
  }

  #lasts({ now, end, model }: Snapshot): boolean {
    const time = this.#clock();
    // A clock that is set back ends a snapshot, too.
    return time >= now && time < end && model === this.#models.current;
  }

  async #start(storeVersion: number): Promise<Snapshot> {
    await this.#models.resume();
    const now = this.#clock();
    const today = this.#time.date(now);
    const [next, entries] = await Promise.all([
      this.#store.nextAfter(now),
      this.#store.metadata(HOURS_ENTRIES),
    ]);
    if (entries !== this.#hours.entries) {
      this.#hours = { entries, timetable: withEntries(this.#file, entriesOf(entries).rows) };
    }
    const { timetable } = this.#hours;
    // Every change has its version: of one version, those before the first invisible one are always the same.
    const dataVersion = `${storeVersion} ${today} ${next}`;
    // Not awaited: meanwhile, the model before is good enough.
    void this.#models.update({ now, today, dataVersion, timetable });
    const minuteEnd = (Math.floor(now / MINUTE) + 1) * MINUTE;
    this.#latest = {
      now,
      end: Math.min(minuteEnd, next ?? minuteEnd),
      today,
      yesterday: today.subtract({ days: 1 }).toString(),
      storeVersion,
      dataVersion,
      timetable,
      model: this.#models.current,
    };
    return this.#latest;
  }
}

/** Returns a function that reads a store's version once per turn of the event loop, however many requests arrive in it. */
export function versionOncePerTurn(store: Pick<ReportReader, 'version'>): () => number | Promise<number> {
  let version: number | Promise<number> | null = null;
  return () => {
    if (version === null) {
      version = store.version();
      setImmediate(() => {
        version = null;
      });
    }
    return version;
  };
}
