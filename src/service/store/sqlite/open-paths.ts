/** Notices when the files of an open store are no longer at their paths: what is there now is only opened by a restart (record 13). */
import { StoreError } from '../errors.ts';
import { explained } from './errors.ts';
import { fileId } from './file-id.ts';

/** How often the paths are looked at, in milliseconds. */
const CHECK_INTERVAL = 500;

export class OpenPaths {
  readonly #path: string;
  readonly #ids: ReadonlyMap<string, string | null>;
  readonly #onNotice: (message: string) => void;
  #checkedAt = performance.now();
  /** Why the files cannot be used at present. */
  #absence: StoreError | null = null;
  /** Why they cannot be used any more: damage, or the store is closed. */
  #end: StoreError | null = null;

  /** Of a store at `path`, which has just opened `files`. */
  constructor(path: string, files: readonly string[], onNotice: (message: string) => void) {
    this.#path = path;
    this.#ids = new Map(files.map((file) => [file, fileId(file)]));
    this.#onNotice = onNotice;
  }

  /** Throws `StoreError` if the files cannot be used. Looks at the paths twice a second at most, unless `now`. */
  check({ now = false }: { readonly now?: boolean } = {}): void {
    const time = performance.now();
    if (this.#end === null && (now || time - this.#checkedAt >= CHECK_INTERVAL)) {
      this.#checkedAt = time;
      const absence = this.#look();
      if (absence !== null && absence.code !== this.#absence?.code) this.#onNotice(absence.message);
      this.#absence = absence;
    }
    const reason = this.#end ?? this.#absence;
    // A new error each time, with the stack of its caller.
    if (reason !== null) throw new StoreError(reason.code, reason.message, { cause: reason });
  }

  /** Translates an error. After a sign of damage nothing is read any more. */
  explain(error: unknown): unknown {
    if ((error as { code?: unknown } | null)?.code === 'ERR_INVALID_STATE') {
      return new StoreError('closed', `the database ${this.#path} was closed meanwhile`, { cause: error });
    }
    const known = explained(error, this.#path);
    if (known instanceof StoreError && (known.code === 'damaged' || known.code === 'not-a-database')) {
      this.#end ??= known;
    }
    return known;
  }

  close(): void {
    this.#end = new StoreError('closed', `the database ${this.#path} has been closed`);
  }

  #look(): StoreError | null {
    for (const [file, id] of this.#ids) {
      const present = fileId(file);
      if (present === id) continue;
      return present === null
        ? new StoreError('missing', `the database ${file} does not exist any more`)
        : new StoreError('replaced', `the database ${file} was replaced; restart the service`);
    }
    return null;
  }
}
