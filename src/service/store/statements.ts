/**
 * How the store uses a database. Its SQL is written once, in what SQLite and PostgreSQL share, with `$1`, `$2`, … for values; each engine has
 * a `StoreDatabase` that runs it.
 */

export type Value = string | number | null | Uint8Array;

/** A query of which PostgreSQL keeps the plan. An urgent one has connections of its own, and less time. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly urgent?: boolean;
}

export interface StoreDatabase {
  /** The rows of a query. `Row` names its columns. */
  rows<Row extends object>(query: string | NamedQuery, ...values: readonly Value[]): Promise<Row[]>;
  /** Runs one statement that writes, and returns how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  /**
   * Runs a transaction, which is rolled back if `body` throws; so `body` has no effects but its statements. On SQLite, it begins when no
   * other process writes.
   */
  transaction<T>(body: () => Transaction<T>): Promise<T>;
}

/** A database of reports, which are also read and added over connections of their own. */
export interface ReportDatabase extends StoreDatabase {
  /** A separate connection that reads one snapshot. */
  snapshot(): Promise<Snapshot>;
  /** Runs `work` with a separate connection for an import. */
  importing<T>(work: (connection: ImportConnection) => Promise<T>): Promise<T>;
}

export interface Snapshot extends Disposable {
  /** The rows of a query. */
  rows<Row extends object>(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
}

export interface ImportConnection extends Pick<StoreDatabase, 'transaction'> {
  /** Runs statements that change staged reports only; on SQLite, without the database's lock. */
  stage<T>(body: () => Transaction<T>): Promise<T>;
}

/**
 * The actions of a transaction, as a generator: `yield* run(…)` runs a statement. PostgreSQL awaits each; SQLite runs all at once, so that
 * nothing else can use its connection in between.
 */
export type Transaction<T> = Generator<Action, T, unknown>;

/** `touch` and `erase` act at the end, wherever they are. SQLite ignores `lock`, `touch` and `postgres`, PostgreSQL `erase` and `sqlite`. */
export type Action =
  | { readonly kind: 'rows' | 'run' | 'postgres'; readonly sql: string; readonly values: readonly Value[] }
  | { readonly kind: 'sqlite'; readonly sql: string }
  | { readonly kind: 'lock'; readonly name: string }
  | { readonly kind: 'touch' | 'erase' };

/** The rows of a query or of `RETURNING`. */
export function* rows<Row extends object>(
  sql: string,
  ...values: readonly Value[]
): Transaction<readonly Row[]> {
  return (yield { kind: 'rows', sql, values }) as readonly Row[];
}

/** How many rows a statement changed. */
export function* run(sql: string, ...values: readonly Value[]): Transaction<number> {
  return (yield { kind: 'run', sql, values }) as number;
}

/** Runs a statement that only PostgreSQL needs. */
export function* onPostgres(sql: string, ...values: readonly Value[]): Transaction<void> {
  yield { kind: 'postgres', sql, values };
}

/** Runs statements that only SQLite needs. */
export function* onSqlite(sql: string): Transaction<void> {
  yield { kind: 'sqlite', sql };
}

/**
 * Locks the rows of a query until the transaction ends, in PostgreSQL's SQL. Later statements see what others did before. SQLite needs no
 * locks: it runs one writing transaction at a time.
 */
export function* lockRows(sql: string, ...values: readonly Value[]): Transaction<void> {
  yield* onPostgres(sql, ...values);
}

/** Takes the lock of a name until the transaction ends. */
export function* lock(name: string): Transaction<void> {
  yield { kind: 'lock', name };
}

/** At the end, raises the version of the data: responses of the API depend on the change. SQLite's triggers do so anyway. */
export function* touch(): Transaction<void> {
  yield { kind: 'touch' };
}

/** After the commit, removes what was deleted from SQLite's log, too. */
export function* erase(): Transaction<void> {
  yield { kind: 'erase' };
}
