import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { type LocalTime, ZONE_RULES } from '../domain/local-time.ts';
import { MINUTE, type Micros, wholeWeeks } from '../domain/micros.ts';
import {
  EMPTY_MODEL_STATE,
  firstTrainingDay,
  fitModel,
  learnInSteps,
  MODEL_VERSION,
  type ModelState,
} from '../domain/model-state.ts';
import { openSpans } from '../domain/opening-hours.ts';
import type { BucketCount, WeekCount } from '../domain/report.ts';
import type { FittedModel } from '../domain/seasonal-prior.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import type { TimeSlices } from './time-slices.ts';

/** A model state and the days it was learned from. */
interface ModelCheckpoint {
  /** The first day that was learned, and the first that was not. */
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly state: ModelState;
  /** Of the reports of those days. */
  readonly checksum: string;
}

/** The model that estimates use at a time. */
export interface CurrentModel {
  readonly fitted: FittedModel;
  /** Differs between models. */
  readonly version: number;
}

/** When a model was last found to be up to date. */
interface Checked {
  readonly dataVersion: string;
  readonly minute: number;
}

/** What this process has learned. */
export interface TrainingProgress {
  readonly learnedDays: number;
  /** How long it trained, including the time in which requests had their turn. */
  readonly seconds: number;
  /** The first day that the model lacks; null before the first training. */
  readonly until: Temporal.PlainDate | null;
}

/** What training needs to know about a snapshot. */
interface Moment {
  readonly now: Micros;
  readonly today: Temporal.PlainDate;
  readonly dataVersion: string;
  /** With what the staff entered, which no longer changes for past days. */
  readonly timetable: Timetable;
}

type TrainingStore = Pick<ReportReader, 'observations' | 'bucketCounts' | 'weekCounts'> & CheckpointStore;

/** After this many days, an estimate without any model before gets the one that is being trained. */
const DAYS_BEFORE_USE = 28;
/** The name of the checkpoint. */
const CHECKPOINT = 'model';

/**
 * The model fitted to the days before the current one. It is trained in slices of time while requests use the model
 * before it: once per local day, one past day at a time, and again when past days receive reports. The same reports give the same
 * model in the end whenever a process was started: resuming from the stored checkpoint only saves time.
 */
export class FittedModels {
  readonly #store: TrainingStore;
  readonly #time: LocalTime;
  readonly #slices: TimeSlices;
  readonly #onError: (error: unknown) => void;
  readonly #checkpoint: StoredCheckpoint;
  /** Of the current model. */
  #state: ModelState = EMPTY_MODEL_STATE;
  #current: CurrentModel;
  #trained: ModelCheckpoint | null = null;
  #checked: Checked | null = null;
  #resumed: Promise<void> | null = null;
  #training: Promise<void> | null = null;
  #learnedDays = 0;
  #seconds = 0;

  /** `timetable`: that of the file. `onError` is called when training fails, which the next minute repeats, and when a checkpoint cannot be loaded or saved. */
  constructor(
    store: TrainingStore,
    time: LocalTime,
    timetable: Timetable,
    slices: TimeSlices,
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#time = time;
    this.#slices = slices;
    this.#onError = onError;
    this.#checkpoint = new StoredCheckpoint(store, time, timetable, onError);
    this.#current = { fitted: fitModel(EMPTY_MODEL_STATE, time), version: 0 };
  }

  /** Without history, the model of a new venue. */
  get current(): CurrentModel {
    return this.#current;
  }

  get progress(): TrainingProgress {
    return {
      learnedDays: this.#learnedDays,
      seconds: this.#seconds,
      until: this.#trained?.until ?? null,
    };
  }

  /** Makes the model of an earlier process the current one, if its checkpoint is valid; the first call does the work. */
  resume(): Promise<void> {
    this.#resumed ??= this.#checkpoint.load().then((checkpoint) => {
      if (checkpoint === null) return;
      this.#trained = checkpoint;
      this.#use(checkpoint.state);
    });
    return this.#resumed;
  }

  /**
   * Trains the model if the day has changed or past days may have received reports (noticed within a minute), unless
   * training is under way. Resolves when `current` is up to date, or when training has failed.
   */
  update(moment: Moment): Promise<void> {
    if (this.#trained?.until.equals(moment.today) && this.#isChecked(moment)) return Promise.resolve();
    this.#training ??= this.#trainAndMeasure(moment);
    return this.#training;
  }

  async #trainAndMeasure(moment: Moment): Promise<void> {
    const begin = performance.now();
    await this.#train(moment).catch(this.#onError);
    this.#seconds += (performance.now() - begin) / 1000;
    this.#training = null;
  }

  async #train({ today, now, dataVersion, timetable }: Moment): Promise<void> {
    await this.resume();
    const from = firstTrainingDay(today);
    // Read before the reports, so that reports which arrive in between are noticed at the next check.
    const checksum = await this.#checksum(from, today);
    let day = from;
    let state = EMPTY_MODEL_STATE;
    const before = this.#trained;
    if (before?.from.equals(from) && Temporal.PlainDate.compare(before.until, today) <= 0) {
      const unchanged = before.until.equals(today) ? checksum : await this.#checksum(from, before.until);
      if (unchanged === before.checksum) ({ until: day, state } = before);
    }
    const isNew = !day.equals(today);
    for (let learned = 1; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
      const after = await this.#learn(state, day, timetable);
      if (after === state) continue;
      state = after;
      this.#learnedDays += 1;
      if (before === null && learned % DAYS_BEFORE_USE === 0) this.#use(state);
      learned += 1;
    }
    this.#use(state);
    this.#trained = { from, until: today, state, checksum };
    this.#checked = { dataVersion, minute: minuteOf(now) };
    if (isNew) this.#checkpoint.save(this.#trained);
  }

  async #learn(state: ModelState, day: Temporal.PlainDate, timetable: Timetable): Promise<ModelState> {
    await this.#slices.next();
    const span = this.#time.day(day);
    const observations = await this.#store.observations(span);
    if (observations.length === 0) return state;
    const openings = openSpans(timetable, this.#time, span);
    return this.#slices.run(learnInSteps(state, { openings, observations }, this.#time));
  }

  #use(state: ModelState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#current = { fitted: fitModel(state, this.#time), version: this.#current.version + 1 };
  }

  #isChecked({ now, dataVersion }: Moment): boolean {
    return this.#checked?.dataVersion === dataVersion || this.#checked?.minute === minuteOf(now);
  }

  /**
   * Of the numbers of reports from one day until another: by week, with how many were removed, and by quarter-hour and bucket at the
   * ends. Reports are never changed (record 16).
   */
  async #checksum(from: Temporal.PlainDate, until: Temporal.PlainDate): Promise<string> {
    const start = this.#time.startOfDay(from);
    const end = this.#time.startOfDay(until);
    // There are some: a model is trained on 84 days or more.
    const inWeeks = wholeWeeks({ start, end });
    await this.#slices.next();
    const first = await this.#store.bucketCounts({ start, end: inWeeks.start });
    const weeks = await this.#store.weekCounts(inWeeks);
    await this.#slices.next();
    const last = await this.#store.bucketCounts({ start: inWeeks.end, end });
    return checksumOf([...first, ...weeks, ...last]);
  }
}

/** The last model checkpoint, as text in the store. */
class StoredCheckpoint {
  readonly #store: CheckpointStore;
  /** A digest of everything but the reports that a model state depends on. */
  readonly #basis: string;
  readonly #onError: (error: unknown) => void;

  constructor(
    store: CheckpointStore,
    { timeZone }: LocalTime,
    { weekly, exceptions, seasons }: Timetable,
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#onError = onError;
    const timetable = { weekly, exceptions, seasons };
    const basis = JSON.stringify([MODEL_VERSION, ZONE_RULES, timeZone, timetable], (key, value) =>
      key === 'comment' ? undefined : value instanceof Map ? [...value] : value,
    );
    this.#basis = createHash('sha256').update(basis).digest('hex');
  }

  /** Null when there is none to resume from; models of another version are discarded. */
  async load(): Promise<ModelCheckpoint | null> {
    try {
      const text = await this.#store.checkpoint(CHECKPOINT);
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
    this.#store.saveCheckpoint(CHECKPOINT, bytes.toString('base64')).catch(this.#onError);
  }
}

function minuteOf(now: Micros): number {
  return Math.floor(now / MINUTE);
}

function checksumOf(counts: readonly (BucketCount | WeekCount)[]): string {
  return createHash('sha256').update(JSON.stringify(counts)).digest('base64');
}
