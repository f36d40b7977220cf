/** Runs statements on one file of a store. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type Action,
  type NamedQuery,
  run,
  type StoreDatabase,
  type Transaction,
  type Value,
} from '../statements.ts';
import { allRows, emptyLog, prepare, transaction } from './connection.ts';
import type { OpenPaths } from './open-paths.ts';

type Prepared = (sql: string) => StatementSync;

export interface Connections {
  readonly reader: DatabaseSync;
  readonly writer: DatabaseSync;
  readonly patience: number;
  readonly committed?: () => void;
}

export class FileDatabase implements StoreDatabase {
  protected readonly paths: OpenPaths;
  protected readonly committed: () => void;
  readonly #patience: number;
  readonly #writer: DatabaseSync;
  readonly #reading: Prepared;
  readonly #writing: Prepared;

  /**
   * `reader` runs single queries and `writer` all else, which waits for other processes up to `patience` milliseconds. `committed` is called
   * after each commit; if it throws, the call fails.
   */
  constructor(paths: OpenPaths, { reader, writer, patience, committed = () => undefined }: Connections) {
    this.paths = paths;
    this.committed = committed;
    this.#patience = patience;
    this.#writer = writer;
    this.#reading = statementsOf(reader);
    this.#writing = reader === writer ? this.#reading : statementsOf(writer);
  }

  /** Prepares statements ahead, which throws if somebody has changed what they need of the schema. */
  prepare(reads: readonly string[], writes: readonly string[]): void {
    for (const sql of reads) this.#reading(sql);
    for (const sql of writes) this.#writing(sql);
  }

  async rows<Row extends object>(query: string | NamedQuery, ...values: readonly Value[]): Promise<Row[]> {
    this.paths.check();
    try {
      return allRows(this.#reading(typeof query === 'string' ? query : query.text), ...values);
    } catch (error) {
      throw this.paths.explain(error);
    }
  }

  run(sql: string, ...values: readonly Value[]): Promise<number> {
    return this.transaction(() => run(sql, ...values));
  }

  async transaction<T>(body: () => Transaction<T>): Promise<T> {
    this.paths.check();
    try {
      const work = () => runAll(body(), this.#writer, this.#writing);
      const [result, mustErase] = await transaction(this.#writer, work, this.#patience);
      this.committed();
      if (mustErase) emptyLog(this.#writer);
      return result;
    } catch (error) {
      throw this.paths.explain(error);
    }
  }
}

/** What a transaction returns, and whether it wants something erased. */
export function runAll<T>(
  actions: Transaction<T>,
  connection: DatabaseSync,
  statement: Prepared = statementsOf(connection),
): readonly [T, boolean] {
  let mustErase = false;
  const resultOf = (action: Action): unknown => {
    if (action.kind === 'run') return Number(statement(action.sql).run(...action.values).changes);
    if (action.kind === 'rows') return allRows(statement(action.sql), ...action.values);
    if (action.kind === 'sqlite') connection.exec(action.sql);
    mustErase ||= action.kind === 'erase';
    return undefined;
  };
  let action = actions.next();
  while (action.done !== true) action = actions.next(resultOf(action.value));
  return [action.value, mustErase];
}

/** Prepares each statement of a connection once. There are a few dozen, so none is evicted. */
export function statementsOf(connection: DatabaseSync): Prepared {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const prepared = known.get(sql) ?? prepare(connection, sql);
    known.set(sql, prepared);
    return prepared;
  };
}
