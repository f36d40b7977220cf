/** Runs the account part of the store on PostgreSQL. */
import type { AccountDatabase, Step, Steps } from '../accounts/statements.ts';
import type { Database } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';
import type { Statements } from './leases.ts';

export function accountDatabase(database: Database, version: DataVersion): AccountDatabase {
  return {
    rows: (query, ...values) => database.rows(query, ...values),
    run: (sql, ...values) => database.run(sql, ...values),

    async transaction(steps) {
      const [result, raised] = await database.transaction(async (statements) => {
        const [result, mustRaise] = await runAll(steps(), statements);
        return [result, mustRaise ? await raiseVersion(statements, database.address.schema) : null] as const;
      });
      if (raised !== null) version.committed(raised);
      return result;
    },
  };
}

/** What the steps return, and whether they change what `DataVersion` tells other processes. */
async function runAll<T>(steps: Steps<T>, statements: Statements): Promise<readonly [T, boolean]> {
  let mustRaise = false;
  const resultOf = async (step: Step): Promise<unknown> => {
    if (step.kind === 'rows') return statements.rows(step.sql, ...step.values);
    if (step.kind === 'run' || step.kind === 'lock') return statements.run(step.sql, ...step.values);
    mustRaise ||= step.kind === 'touch';
    return undefined;
  };
  let step = steps.next();
  while (step.done !== true) step = steps.next(await resultOf(step.value));
  return [step.value, mustRaise];
}
