/** Runs the account part of the store on SQLite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AccountDatabase, Step, Steps } from '../accounts/statements.ts';
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

    async transaction(steps) {
      const [result, mustErase] = await transaction(writer, () => runAll(steps(), writing), patience);
      if (mustErase) emptyLog(writer);
      return result;
    },
  };
}

/** What the steps return, and whether they want something erased. */
function runAll<T>(steps: Steps<T>, statement: (sql: string) => StatementSync): readonly [T, boolean] {
  let mustErase = false;
  const resultOf = (step: Step): unknown => {
    if (step.kind === 'rows') return allRows(statement(step.sql), ...step.values);
    if (step.kind === 'run') return Number(statement(step.sql).run(...step.values).changes);
    mustErase ||= step.kind === 'erase';
    return undefined;
  };
  let step = steps.next();
  while (step.done !== true) step = steps.next(resultOf(step.value));
  return [step.value, mustErase];
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
