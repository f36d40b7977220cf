/** Runs the account part of the store on PostgreSQL. */
import type { AccountDatabase, Action, Transaction } from '../accounts/statements.ts';
import type { Database } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';
import type { Statements } from './statements.ts';

export function accountDatabase(database: Database, version: DataVersion): AccountDatabase {
  return {
    rows: (query, ...values) => database.rows(query, ...values),
    run: (sql, ...values) => database.run(sql, ...values),

    async transaction(body) {
      const [result, raised] = await database.transaction(async (statements) => {
        const [result, mustRaise] = await runAll(body(), statements, database.schema);
        return [result, mustRaise ? await raiseVersion(statements, database.schema) : null] as const;
      });
      if (raised !== null) version.committed(raised);
      return result;
    },
  };
}

/** Waits until no other transaction has taken the lock of this name. */
export const LOCK = 'SELECT pg_advisory_xact_lock(hashtext($1))';

/** What a transaction returns, and whether it changes what `DataVersion` tells other processes. */
async function runAll<T>(
  actions: Transaction<T>,
  statements: Statements,
  schema: string,
): Promise<readonly [T, boolean]> {
  let mustRaise = false;
  const resultOf = async (action: Action): Promise<unknown> => {
    if (action.kind === 'rows') return statements.rows(action.sql, ...action.values);
    if (action.kind === 'run' || action.kind === 'lock-rows')
      return statements.run(action.sql, ...action.values);
    if (action.kind === 'lock') return statements.run(LOCK, `${schema} ${action.name}`);
    mustRaise ||= action.kind === 'touch';
    return undefined;
  };
  let action = actions.next();
  while (action.done !== true) action = actions.next(await resultOf(action.value));
  return [action.value, mustRaise];
}
