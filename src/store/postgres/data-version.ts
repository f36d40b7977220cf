/** The version of the data: a number in the database is the truth, notifications are hints to look at it. */
import type { Database, Statement, Statements } from './connection.ts';

/** A reading this old, in milliseconds, is renewed in the background with the next question … */
const RENEWED_AFTER = 400;
/** … and one this old is not answered with any more. */
const VALID_FOR = 900;

const READ: Statement = {
  name: 'data-version',
  text: 'SELECT version FROM data_version',
  timeout: 3000,
};

/**
 * Versions go up, and go by the clock besides, so that none comes again when a backup is restored or a standby that
 * lacks the last commits takes over.
 */
const RAISE = `
  UPDATE data_version
  SET version = greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  RETURNING version`;

/** The channel on which a schema's changes are announced. */
export function channelOf(schema: string): string {
  return `headcount_${schema}`;
}

/**
 * Marks the data as changed, as the last statement of the transaction that changes them: who reads the new version sees
 * the changes, too. Others who change something wait from here to the commit.
 */
export async function raiseVersion(statements: Statements, schema: string): Promise<number> {
  const [row] = await statements.rows<{ version: number }>(RAISE);
  if (row === undefined) throw new Error('the database has lost the version of its data');
  await statements.run('SELECT pg_notify($1, $2)', channelOf(schema), String(row.version));
  return row.version;
}

/** What this process knows of the version. */
export class DataVersion {
  readonly #database: Database;
  #known = 0;
  /** When the reading of `#known` began, by `performance.now()`. */
  #knownAt = Number.NEGATIVE_INFINITY;
  #hintedAt = Number.NEGATIVE_INFINITY;
  #reading: { readonly begun: number; readonly version: Promise<number> } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At once as long as a reading is valid, which ends with a hint; rejects while the database is away. */
  current(): number | Promise<number> {
    const age = performance.now() - this.#knownAt;
    if (age < RENEWED_AFTER) return this.#known;
    const reading = this.#read();
    if (age >= VALID_FOR) return reading;
    reading.catch(() => undefined);
    return this.#known;
  }

  /** There may be a newer version: the next question waits for a reading that begins after this. */
  hint(): void {
    this.#hintedAt = performance.now();
    this.#knownAt = Number.NEGATIVE_INFINITY;
  }

  /** Takes on the version that this process has just committed. */
  committed(version: number): void {
    this.#known = Math.max(version, this.#known);
    this.hint();
  }

  #read(): Promise<number> {
    const present = this.#reading;
    if (present !== null && present.begun > this.#hintedAt) return present.version;
    const begun = performance.now();
    const reading = { begun, version: this.#ask(begun) };
    this.#reading = reading;
    const done = () => {
      if (this.#reading === reading) this.#reading = null;
    };
    reading.version.then(done, done);
    return reading.version;
  }

  async #ask(begun: number): Promise<number> {
    const [row] = await this.#database.rows<{ version: number }>(READ);
    if (row === undefined) throw new Error('the database has lost the version of its data');
    // A reading that was overtaken by a hint, or by another that began later, may tell of the past.
    if (begun > this.#hintedAt && begun > this.#knownAt) {
      this.#known = row.version;
      this.#knownAt = begun;
    }
    return row.version;
  }
}
