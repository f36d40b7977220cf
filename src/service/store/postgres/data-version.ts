/** The version of the data: a number in the database. Notifications are hints to read it again. */
import type { NamedQuery } from '../statements.ts';
import { CHANNEL } from './change-listener.ts';
import type { Database } from './connection.ts';
import type { Statements } from './statements.ts';

/** After this many milliseconds the next call renews a reading in the background … */
const RENEWED_AFTER = 400;
/** … and after this many it is no longer used. */
const VALID_FOR = 900;

const READ: NamedQuery = {
  name: 'data-version',
  text: 'SELECT version FROM data_version',
  urgent: true,
};

/**
 * Versions increase, whatever the clocks of processes say, and follow the clock of the one that commits, so that none repeats after a backup
 * is restored or after a standby without the last commits takes over.
 */
const RAISE = 'UPDATE data_version SET version = greatest(version + 1, $1::bigint) RETURNING version';

/**
 * Marks the data as changed. It must be the last statement of the transaction, so that a process that reads the new
 * version sees the changes too. Other writers wait from here to the commit.
 */
export async function raiseVersion(statements: Statements, schema: string): Promise<number> {
  const [row] = await statements.rows<{ version: number }>(RAISE, Date.now() * 1000);
  if (row === undefined) throw new Error('the table data_version is empty');
  await statements.run('SELECT pg_notify($1, $2)', CHANNEL, schema);
  return row.version;
}

/** The version as this process knows it. */
export class DataVersion {
  readonly #database: Database;
  #known = 0;
  /** When the reading of `#known` began, in `performance.now()`. */
  #knownAt = Number.NEGATIVE_INFINITY;
  #hintedAt = Number.NEGATIVE_INFINITY;
  #reading: { readonly begun: number; readonly version: Promise<number> } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A number while a reading is valid, which a hint ends; otherwise a promise, which rejects during an outage. */
  current(): number | Promise<number> {
    const age = performance.now() - this.#knownAt;
    if (age < RENEWED_AFTER) return this.#known;
    const reading = this.#read();
    if (age >= VALID_FOR) return reading;
    // If the error persists, a later call returns it.
    reading.catch(() => undefined);
    return this.#known;
  }

  /** There may be a newer version: the next call waits for a reading that begins after this. */
  hint(): void {
    this.#hintedAt = performance.now();
    this.#knownAt = Number.NEGATIVE_INFINITY;
  }

  /** Records the version that this process has just committed. */
  committed(version: number): void {
    this.#known = Math.max(version, this.#known);
    this.hint();
  }

  #read(): Promise<number> {
    const running = this.#reading;
    if (running !== null && running.begun > this.#hintedAt) return running.version;
    const begun = performance.now();
    const reading = { begun, version: this.#query(begun) };
    this.#reading = reading;
    const done = () => {
      if (this.#reading === reading) this.#reading = null;
    };
    reading.version.then(done, done);
    return reading.version;
  }

  async #query(begun: number): Promise<number> {
    const [row] = await this.#database.rows<{ version: number }>(READ);
    if (row === undefined) throw new Error('the table data_version is empty');
    // If a hint, or a reading that began later, came in between, this one may be outdated.
    if (begun > this.#hintedAt && begun > this.#knownAt) {
      this.#known = row.version;
      this.#knownAt = begun;
    }
    return row.version;
  }
}
