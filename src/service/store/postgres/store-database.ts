/** Runs the part of the store that both engines share. */
import type { Action, ReportDatabase, Transaction } from '../statements.ts';
import type { Database } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';
import { inTransaction, type Statements } from './statements.ts';

export function storeDatabase(database: Database, version: DataVersion): ReportDatabase {
  const { schema } = database;

  /** Runs `body` in a transaction that `begin` begins, and makes its changes known. */
  async function run<T>(
    begin: <Result>(work: (statements: Statements) => Promise<Result>) => Promise<Result>,
    body: () => Transaction<T>,
  ): Promise<T> {
    const [result, raised] = await begin(async (statements) => {
      const [result, mustRaise] = await runAll(body(), statements, schema);
      return [result, mustRaise ? await raiseVersion(statements, schema) : null] as const;
    });
    if (raised !== null) version.committed(raised);
    return result;
  }

  return {
    rows: (query, ...values) => database.rows(query, ...values),
    run: (sql, ...values) => database.run(sql, ...values),
    transaction: (body) => run((work) => database.transaction(work), body),
    snapshot: () => database.snapshotSession(),
    importing: (work) =>
      database.inSession((session) => {
        const transaction = <T>(body: () => Transaction<T>) =>
          run((inside) => inTransaction(session, inside), body);
        return work({ stage: transaction, transaction });
      }),
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
    if (action.kind === 'run' || action.kind === 'postgres')
      return statements.run(action.sql, ...action.values);
    if (action.kind === 'lock') return statements.run(LOCK, `${schema} ${action.name}`);
    mustRaise ||= action.kind === 'touch';
    return undefined;
  };
  let action = actions.next();
  while (action.done !== true) action = actions.next(await resultOf(action.value));
  return [action.value, mustRaise];
}
