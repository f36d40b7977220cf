/** Runs statements on one file of a store. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AccountDatabase, Action, NamedQuery, Transaction, Value } from '../accounts/statements.ts';
import { allRows, emptyLog, prepare, transaction } from './connection.ts';
import type { OpenPaths } from './open-paths.ts';

export class FileDatabase implements AccountDatabase {
  readonly #paths: OpenPaths;
  readonly #patience: number;
  readonly #committed: () => void;
  readonly #writer: DatabaseSync;
  readonly #reading: (sql: string) => StatementSync;
  readonly #writing: (sql: string) => StatementSync;

  /**
   * `reader` runs single queries and `writer` all else, which waits for other processes up to `patience` milliseconds. `committed` is called
   * after each commit; if it throws, the call fails.
   */
  constructor(
    paths: OpenPaths,
    connections: {
      readonly reader: DatabaseSync;
      readonly writer: DatabaseSync;
      readonly patience: number;
      readonly committed?: () => void;
    },
  ) {
    const { reader, writer, patience, committed = () => undefined } = connections;
    this.#paths = paths;
    this.#patience = patience;
    this.#committed = committed;
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
    this.#paths.check();
    try {
      return allRows(this.#reading(typeof query === 'string' ? query : query.text), ...values);
    } catch (error) {
      throw this.#paths.explain(error);
    }
  }

  run(sql: string, ...values: readonly Value[]): Promise<number> {
    return this.write((statement) => Number(statement(sql).run(...values).changes));
  }

  async transaction<T>(body: () => Transaction<T>): Promise<T> {
    const [result, mustErase] = await this.write((statement) => runAll(body(), statement));
    if (mustErase) emptyLog(this.#writer);
    return result;
  }

  /** Runs `work`, with the prepared statements of the writing connection, as one transaction. */
  async write<T>(
    work: (statement: (sql: string) => StatementSync) => T,
    patience = this.#patience,
  ): Promise<T> {
    this.#paths.check();
    try {
      const result = await transaction(this.#writer, () => work(this.#writing), patience);
      this.#committed();
      return result;
    } catch (error) {
      throw this.#paths.explain(error);
    }
  }
}

/** What a transaction returns, and whether it wants something erased. */
function runAll<T>(
  actions: Transaction<T>,
  statement: (sql: string) => StatementSync,
): readonly [T, boolean] {
  let mustErase = false;
  const resultOf = (action: Action): unknown => {
    if (action.kind === 'rows') return allRows(statement(action.sql), ...action.values);
    if (action.kind === 'run') return Number(statement(action.sql).run(...action.values).changes);
    mustErase ||= action.kind === 'erase';
    return undefined;
  };
  let action = actions.next();
  while (action.done !== true) action = actions.next(resultOf(action.value));
  return [action.value, mustErase];
}

/** Prepares each statement of a connection once. There are a few dozen, so none is evicted. */
function statementsOf(connection: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const prepared = known.get(sql) ?? prepare(connection, sql);
    known.set(sql, prepared);
    return prepared;
  };
}
