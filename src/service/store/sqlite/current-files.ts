/** The files at the store's path at present: opened again when others take their place (record 13). */
import { StoreError } from '../errors.ts';
import { REQUEST_PATIENCE } from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { explained } from './errors.ts';
import { type FileState, fileState, isReplaced } from './file-state.ts';
import { type OpenFiles, openFiles } from './open-files.ts';
import type { CountRow } from './quota.ts';

/** How often the paths are looked at, in milliseconds. */
const CHECK_INTERVAL = 500;

/** More than any version of files, so that no version of other files is repeated. */
const VERSIONS_PER_OPENING = 2 ** 32;

export class CurrentFiles {
  readonly #path: string;
  readonly #onNotice: (message: string) => void;
  readonly #noticeWithin: number;
  /** What was read last, and when it is read again, in `performance.now()`. */
  #version = 0;
  #versionEnds = Number.NEGATIVE_INFINITY;
  /** What is open, or else why nothing is. */
  #files: OpenFiles | StoreError;
  /** Of the reports and of the counters, when they were last looked at. */
  #states: readonly FileState[];
  #checkedAt = performance.now();
  #openings = 0;
  #opening: Promise<OpenFiles> | null = null;
  /** The counts in the files that were closed last, and the database that they belong to. */
  #counts: { readonly databaseId: string; readonly rows: readonly CountRow[] } | null = null;
  #isClosed = false;

  constructor(
    path: string,
    files: OpenFiles,
    {
      onNotice,
      noticeWithin,
    }: { readonly onNotice: (message: string) => void; readonly noticeWithin: number },
  ) {
    this.#path = path;
    this.#files = files;
    this.#onNotice = onNotice;
    this.#noticeWithin = noticeWithin;
    this.#states = this.#look();
  }

  /** At once, unless files have to be opened. */
  version(): number | Promise<number> {
    const files = this.#current();
    return files instanceof Promise
      ? files.then((opened) => this.#versionOf(opened))
      : this.#versionOf(files);
  }

  /** Runs `work` on the files. */
  async use<T>(work: (files: OpenFiles) => Promise<T>): Promise<T> {
    const files = await this.#current();
    try {
      return await work(files);
    } catch (error) {
      throw this.#noticed(error, files);
    }
  }

  /** Runs `work`, which changes reports or keys. Rejects if the files it has changed are not at the path afterwards. */
  async change<T>(work: (files: OpenFiles) => Promise<T>): Promise<T> {
    const [before] = this.#states;
    const result = await this.use(work).finally(() => {
      this.#versionEnds = Number.NEGATIVE_INFINITY;
    });
    if (fileState(this.#path).id === before?.id) return result;
    throw new StoreError(
      'unavailable',
      `the database ${this.#path} was replaced meanwhile; repeat the change`,
    );
  }

  async *stream<T>(work: (files: OpenFiles) => AsyncIterable<T>): AsyncGenerator<T, void, void> {
    const files = await this.#current();
    try {
      yield* work(files);
    } catch (error) {
      throw this.#noticed(error, files);
    }
  }

  close(): void {
    this.#isClosed = true;
    if (!(this.#files instanceof StoreError)) this.#files.close();
    this.#files = new StoreError('closed', `the database ${this.#path} has been closed`);
  }

  #current(): OpenFiles | Promise<OpenFiles> {
    if (this.#opening !== null) return this.#opening;
    const now = performance.now();
    if (!this.#isClosed && now - this.#checkedAt >= CHECK_INTERVAL) {
      this.#checkedAt = now;
      if (this.#mustOpen()) {
        this.#opening = this.#open().finally(() => {
          this.#opening = null;
        });
        return this.#opening;
      }
    }
    return this.#files instanceof StoreError ? Promise.reject(this.#files) : this.#files;
  }

  #mustOpen(): boolean {
    const before = this.#states;
    this.#states = this.#look();
    const someState = (differs: (state: FileState, earlier: FileState) => boolean) =>
      this.#states.some((state, index) => differs(state, before[index] as FileState));
    if (!(this.#files instanceof StoreError)) return someState((now, then) => isReplaced(then, now));
    // A damaged file does not heal by itself.
    return (
      !isDamage(this.#files) ||
      someState((now, then) => isReplaced(then, now) || now.changedAt !== then.changedAt)
    );
  }

  async #open(): Promise<OpenFiles> {
    this.#leave();
    try {
      const files = await openFiles(this.#path, {
        create: false,
        createCounters: false,
        patience: REQUEST_PATIENCE,
        onNotice: this.#onNotice,
      });
      try {
        if (this.#counts?.databaseId === files.databaseId) await files.raiseCounts(this.#counts.rows);
        if (this.#isClosed) throw this.#files;
      } catch (error) {
        files.close();
        throw error;
      }
      this.#files = files;
      this.#states = this.#look();
      this.#openings += 1;
      this.#versionEnds = Number.NEGATIVE_INFINITY;
      this.#onNotice(`the database ${this.#path} was opened again`);
      return files;
    } catch (error) {
      if (!this.#isClosed) this.#files = this.#failure(error);
      throw this.#files;
    }
  }

  /** Closes the files and keeps their counts, because those that come next may have fewer. */
  #leave(): void {
    if (this.#files instanceof StoreError) return;
    try {
      this.#counts = { databaseId: this.#files.databaseId, rows: this.#files.recentCounts() };
    } catch (error) {
      this.#onNotice(`the counters of ${this.#path} could not be read: ${String(error)}`);
    }
    this.#files.close();
    this.#files = new StoreError('unavailable', `the database ${this.#path} is being opened again`);
  }

  /** Explains an error; after a sign of damage nothing is read until somebody has changed the files. */
  #noticed(error: unknown, files: OpenFiles): unknown {
    const isClosed = (error as { code?: unknown } | null)?.code === 'ERR_INVALID_STATE';
    if (isClosed) {
      const code = this.#isClosed ? 'closed' : 'unavailable';
      return new StoreError(code, `the database ${this.#path} was closed meanwhile`, { cause: error });
    }
    const known = explained(error, this.#path);
    if (known instanceof StoreError && isDamage(known) && files === this.#files) {
      this.#leave();
      this.#files = known;
      this.#states = this.#look();
    }
    return known;
  }

  #failure(error: unknown): StoreError {
    const known = explained(error, this.#path);
    if (known instanceof StoreError) return known;
    return new StoreError('unusable', `the database ${this.#path} cannot be used (${String(error)})`, {
      cause: error,
    });
  }

  #versionOf(files: OpenFiles): number | Promise<number> {
    try {
      const now = performance.now();
      if (now < this.#versionEnds) return this.#version;
      this.#version = this.#openings * VERSIONS_PER_OPENING + files.version();
      this.#versionEnds = now + this.#noticeWithin;
      return this.#version;
    } catch (error) {
      return Promise.reject(this.#noticed(error, files));
    }
  }

  #look(): readonly FileState[] {
    const { reports, counters } = databaseFiles(this.#path);
    return [fileState(reports.file), fileState(counters.file)];
  }
}

function isDamage({ code }: StoreError): boolean {
  return code === 'damaged' || code === 'not-a-database';
}
