import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { type LocalTime, ZONE_RULES } from '../domain/local-time.ts';
import { MINUTE, type Micros } from '../domain/micros.ts';
import {
  EMPTY_MODEL_STATE,
  type FittedModel,
  firstTrainingDay,
  fitModel,
  learn,
  MODEL_VERSION,
  type ModelState,
} from '../domain/model-state.ts';
import { openSpans } from '../domain/opening-hours.ts';
import type { BucketCount } from '../domain/report.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import type { Snapshot } from './snapshot.ts';

/** A model state and the days it was learned from. */
interface ModelCheckpoint {
  /** The first day that was learned, and the first that was not. */
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly state: ModelState;
  /** Of the reports of those days. */
  readonly checksum: number;
}

interface Fitted extends ModelCheckpoint {
  /** The data version and the minute of the last check that past days are unchanged. */
  readonly dataVersion: number;
  readonly minute: number;
  readonly model: FittedModel;
  /** Changes with the model. */
  readonly version: number;
}

type TrainingStore = Pick<ReportReader, 'observations' | 'bucketCounts'> & CheckpointStore;

/**
 * The model fitted to the days before a snapshot's day. It is trained once per local day, one past day at a time,
 * yielding to the event loop in between, and again when past days receive reports. The same reports give the same
 * model whenever a process was started: resuming from the stored checkpoint only saves time.
 */
export class FittedModels {
  readonly #store: TrainingStore;
  readonly #time: LocalTime;
  readonly #timetable: Timetable;
  readonly #checkpoint: StoredCheckpoint;
  #latest: Fitted | null = null;
  #training: Promise<Fitted> | null = null;

  /** `onError` is called when a checkpoint cannot be loaded or saved, which only costs time. */
  constructor(
    store: TrainingStore,
    time: LocalTime,
    timetable: Timetable,
    onError: (error: unknown) => void = () => undefined,
  ) {
    this.#store = store;
    this.#time = time;
    this.#timetable = timetable;
    this.#checkpoint = new StoredCheckpoint(store, time, timetable, onError);
  }

  /** The model for the snapshot's day; reports that join past days count from the next minute on. */
  async at(snapshot: Snapshot): Promise<FittedModel> {
    return (await this.#fittedAt(snapshot)).model;
  }

  /** A number that changes whenever `at` returns another model. */
  async version(snapshot: Snapshot): Promise<number> {
    return (await this.#fittedAt(snapshot)).version;
  }

  async #fittedAt(snapshot: Snapshot): Promise<Fitted> {
    const latest = this.#latest;
    if (latest?.until.equals(snapshot.today) && isChecked(latest, snapshot)) return latest;
    this.#training ??= this.#train(snapshot, latest).finally(() => {
      this.#training = null;
    });
    const fitted = await this.#training;
    // Around midnight, two days may be requested at once.
    return fitted.until.equals(snapshot.today) ? fitted : this.#fittedAt(snapshot);
  }

  async #train({ today, now, dataVersion }: Snapshot, latest: Fitted | null): Promise<Fitted> {
    const from = firstTrainingDay(today);
    // Read before the reports, so that reports which arrive in between are noticed at the next check.
    const checksum = await this.#checksum(from, today);
    let day = from;
    let state = EMPTY_MODEL_STATE;
    const before = latest ?? (await this.#checkpoint.load());
    if (before?.from.equals(from) && Temporal.PlainDate.compare(before.until, today) <= 0) {
      const unchanged = before.until.equals(today) ? checksum : await this.#checksum(from, before.until);
      if (unchanged === before.checksum) ({ until: day, state } = before);
    }
    const isNew = !day.equals(today);
    for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
      const span = this.#time.day(day);
      const observations = await this.#store.observations(span);
      if (observations.length === 0) continue;
      const openings = openSpans(this.#timetable, this.#time, span);
      state = learn(state, { openings, observations }, this.#time);
      await setImmediate();
    }
    const { model, version } =
      state === latest?.state
        ? latest
        : { model: fitModel(state, this.#time), version: (latest?.version ?? 0) + 1 };
    const checkpoint = { from, until: today, state, checksum };
    this.#latest = { ...checkpoint, dataVersion, minute: minuteOf(now), model, version };
    if (isNew) this.#checkpoint.save(checkpoint);
    return this.#latest;
  }

  async #checksum(from: Temporal.PlainDate, until: Temporal.PlainDate): Promise<number> {
    const span = { start: this.#time.startOfDay(from), end: this.#time.startOfDay(until) };
    return checksumOf(await this.#store.bucketCounts(span));
  }
}

/** The last model checkpoint of a zone, as text in the store. */
class StoredCheckpoint {
  readonly #store: CheckpointStore;
  readonly #name: string;
  /** A digest of everything but the reports that a model state depends on. */
  readonly #basis: string;
  readonly #onError: (error: unknown) => void;

  constructor(
    store: CheckpointStore,
    { timeZone }: LocalTime,
    { weekly, exceptions }: Timetable,
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#onError = onError;
    // The name that version 1 used, so that its checkpoints are overwritten.
    this.#name = `experience, ${timeZone}`;
    const basis = JSON.stringify([MODEL_VERSION, ZONE_RULES, weekly, [...exceptions]]);
    this.#basis = createHash('sha256').update(basis).digest('hex');
  }

  /** Null when there is none to resume from; models of another version are discarded. */
  async load(): Promise<ModelCheckpoint | null> {
    try {
      const text = await this.#store.checkpoint(this.#name);
      if (text === null) return null;
      const { basis, from, until, ...rest } = deserialize(Buffer.from(text, 'base64'));
      if (basis !== this.#basis) return null;
      return { from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until), ...rest };
    } catch (error) {
      // Training takes longer without it; the model is the same.
      this.#onError(error);
      return null;
    }
  }

  save({ from, until, ...rest }: ModelCheckpoint): void {
    const bytes = serialize({ basis: this.#basis, from: String(from), until: String(until), ...rest });
    // Not awaited: when it fails, only the start of the next process takes longer.
    this.#store.saveCheckpoint(this.#name, bytes.toString('base64')).catch(this.#onError);
  }
}

function isChecked(latest: Fitted, { now, dataVersion }: Snapshot): boolean {
  return latest.dataVersion === dataVersion || latest.minute === minuteOf(now);
}

function minuteOf(now: Micros): number {
  return Math.floor(now / MINUTE);
}

/** A 32-bit checksum of counts. */
function checksumOf(bucketCounts: readonly BucketCount[]): number {
  let checksum = 0x811c9dc5;
  const mix = (number: number) => {
    checksum = Math.imul(checksum ^ (number | 0), 0x01000193);
    checksum ^= checksum >>> 15;
  };
  for (const { start, bucket, count } of bucketCounts) {
    mix(start / MINUTE);
    mix(bucket.length * 256 + bucket.charCodeAt(0));
    mix(count);
  }
  return checksum;
}
