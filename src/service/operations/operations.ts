import type { LocalTime } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import { firstTrainingDay } from '../domain/model-state.ts';
import type { PhotoFile } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Store } from '../store/store.ts';
import { NotImplemented, type RequestContext } from './context.ts';
import { encodeCursor } from './cursor.ts';
import { FittedModels } from './fitted-models.ts';
import { PatternAccumulators } from './get-patterns.ts';
import { getStatus } from './get-status.ts';
import { LongReads } from './long-reads.ts';
import { type ServedForm, type ServedOperation, servedOperations } from './served-operations.ts';
import { type Snapshot, Snapshots } from './snapshot.ts';
import { TimeSlices } from './time-slices.ts';

/** A request that has been routed, validated and authenticated. */
export interface OperationRequest {
  readonly operationId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly snapshot: Snapshot;
  /** The key's id; long reads are limited for each. */
  readonly key: number;
  readonly account: number;
  /** The URL of the service, and what links to other pages of the feed start with. */
  readonly base: string;
  readonly api: string;
}

/** A response that can be computed. */
export interface Computation {
  /** What the response depends on besides its target and the base URL; null: it is sent while it is computed, and never cached. */
  readonly version: string | null;
  /** A JSON value, a `JsonText`, or the chunks of a CSV. */
  readonly compute: () => Promise<object>;
}

export interface OperationsOptions {
  readonly form: ServedForm;
  readonly store: Store;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  readonly clock: () => Micros;
  /** Null: the service itself serves pictures under `/photos`. */
  readonly photoHost: string | null;
}

/** How long computations share the event loop, and how long reads wait for one another. */
export interface Concurrency {
  readonly slices: TimeSlices;
  readonly longReads: LongReads;
}

export function newConcurrency(): Concurrency {
  const slices = new TimeSlices();
  return { slices, longReads: new LongReads(slices) };
}

/** The operations of a form, with what they share: the current snapshot, the model, sums for patterns, and turns for long work. */
export class Operations {
  readonly snapshots: Snapshots;
  readonly #options: OperationsOptions;
  readonly #served: ReadonlyMap<string, ServedOperation>;
  readonly #slices: TimeSlices;
  readonly #longReads: LongReads;
  readonly #models: FittedModels;
  readonly #patternAccumulators: PatternAccumulators;

  /** `onModelError` is called when training fails, and when a checkpoint cannot be loaded or saved. `concurrency` is that of the process. */
  constructor(
    options: OperationsOptions,
    onModelError: (error: unknown) => void,
    { slices, longReads }: Concurrency = newConcurrency(),
  ) {
    const { form, store, time, timetable, clock } = options;
    this.#options = options;
    this.#slices = slices;
    this.#longReads = longReads;
    this.#served = servedOperations(form);
    this.#models = new FittedModels(store, time, timetable, this.#slices, onModelError);
    this.#patternAccumulators = new PatternAccumulators(store, time, this.#slices);
    this.snapshots = new Snapshots(clock, store, time, timetable, this.#models);
  }

  /** Throws `NotImplemented` if the operation has no handler. */
  computation(request: OperationRequest): Computation {
    const { operationId, query, snapshot, account } = request;
    const operation = this.#served.get(operationId);
    if (operation === undefined) throw new NotImplemented(operationId);
    const since = performance.now();
    return {
      version: operation.version(query, snapshot, account),
      compute: () => operation.respond(query, this.#context(request, since)),
    };
  }

  #context({ query, snapshot, key, account, base, api }: OperationRequest, since: number): RequestContext {
    const { store, time, photoHost } = this.#options;
    const photos = photoHost ?? `${base}/photos`;
    return {
      store,
      time,
      timetable: snapshot.timetable,
      snapshot,
      patternsOf: (span) => this.#patternAccumulators.of(span),
      slices: this.#slices,
      longRead: (open) => this.#longReads.batches({ key, since }, open),
      account,
      pageUrl: (direction, position) =>
        `${api}/reports?limit=${query['limit']}&cursor=${encodeCursor({ direction, position })}`,
      photoUrl: (photo) => `${photos}/${photoFile(photo)}`,
      thumbnailUrl: (photo) => `${photos}/thumbnails/${photoFile(photo)}`,
    };
  }

  /** Adds up all whole weeks and trains the model, so that the first requests don't wait for them. */
  async warmUp(): Promise<void> {
    const snapshot = await this.snapshots.current();
    // First: on a long history it takes less time than the model, and patterns of all time wait for it.
    await this.#patternAccumulators.of({ start: 0, end: snapshot.now + 1 });
    await this.#models.update(snapshot);
  }

  /** The current status before it is projected into a form. */
  async status(): Promise<Status> {
    const snapshot = await this.snapshots.current();
    return getStatus({}, { ...this.#options, snapshot, timetable: snapshot.timetable });
  }

  /** What this process has learned; `daysBehind`: past days that the model lacks. */
  get model() {
    const { clock, time } = this.#options;
    const { learnedDays, seconds, until } = this.#models.progress;
    const today = time.date(clock());
    const daysBehind = (until ?? firstTrainingDay(today)).until(today).days;
    return { version: this.#models.current.version, learnedDays, trainingSeconds: seconds, daysBehind };
  }
}

/** The file of a photo on the photo host; without a known name, it is addressed by its report (gap `photo-address`). */
function photoFile(photo: PhotoFile): string {
  return photo.file === null
    ? `reports/${photo.reportId}.jpg`
    : photo.file.split('/').map(encodeURIComponent).join('/');
}
