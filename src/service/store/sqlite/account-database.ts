/** Runs the account part of the store on SQLite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AccountDatabase, Action, Transaction } from '../accounts/statements.ts';
import { allRows, emptyLog, transaction } from './connection.ts';

/** `reader` runs single queries and `writer` all else, which waits for other processes up to `patience` milliseconds. */
export function accountDatabase(
  reader: DatabaseSync,
  writer: DatabaseSync,
  patience: number,
): AccountDatabase {
  const [reading, writing] = [statementsOf(reader), statementsOf(writer)];

  return {
    async rows(query, ...values) {
      return allRows(reading(typeof query === 'string' ? query : query.text), ...values);
    },

    run: (sql, ...values) => transaction(writer, () => Number(writing(sql).run(...values).changes), patience),

    async transaction(body) {
      const [result, mustErase] = await transaction(writer, () => runAll(body(), writing), patience);
      if (mustErase) emptyLog(writer);
      return result;
    },
  };
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

/** The prepared statements of a connection, by their SQL, of which there are a few dozen. */
function statementsOf(connection: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const prepared = known.get(sql) ?? connection.prepare(sql.replaceAll(/\$(?=\d)/g, '?'));
    known.set(sql, prepared);
    return prepared;
  };
}
