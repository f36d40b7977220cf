/**
 * How the account part of the store uses a database. Its SQL is written once, in what SQLite and PostgreSQL share, with `$1`, `$2`, … for
 * values; each engine has an `AccountDatabase` that runs it.
 */

export type Value = string | number | null | Uint8Array;

/** A query of which PostgreSQL keeps the plan. An urgent one has connections of its own, and less time. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly urgent?: boolean;
}

export interface AccountDatabase {
  /** The rows of a query. `Row` names its columns. */
  rows<Row extends object>(query: string | NamedQuery, ...values: readonly Value[]): Promise<Row[]>;
  /** Runs one statement that writes, and returns how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  /** Runs a transaction, which is rolled back if `steps` throws. If another process writes, SQLite calls `steps` again later. */
  transaction<T>(steps: () => Steps<T>): Promise<T>;
}

/**
 * The statements of a transaction, as a generator: `yield* run(…)` runs one. PostgreSQL awaits each; SQLite runs all at once, so that
 * nothing else can use its connection in between.
 */
export type Steps<T> = Generator<Step, T, unknown>;

export type Step =
  | { readonly kind: 'rows' | 'run' | 'lock'; readonly sql: string; readonly values: readonly Value[] }
  | { readonly kind: 'touch' | 'erase' };

/** The rows of a query or of `RETURNING`. */
export function* rows<Row extends object>(sql: string, ...values: readonly Value[]): Steps<readonly Row[]> {
  return (yield { kind: 'rows', sql, values }) as readonly Row[];
}

/** How many rows a statement changed. */
export function* run(sql: string, ...values: readonly Value[]): Steps<number> {
  return (yield { kind: 'run', sql, values }) as number;
}

/**
 * Takes a lock until the transaction ends, in PostgreSQL's SQL. Later statements see what others did before. SQLite needs none: it runs one
 * writing transaction at a time.
 */
export function* lock(sql: string, ...values: readonly Value[]): Steps<void> {
  yield { kind: 'lock', sql, values };
}

/** Raises the version of the data, because responses of the API depend on the change. SQLite's triggers do so anyway. */
export function* touch(): Steps<void> {
  yield { kind: 'touch' };
}

/** Afterwards, removes what was deleted from SQLite's log, too. */
export function* erase(): Steps<void> {
  yield { kind: 'erase' };
}
