/** Changes of accounts and keys: one transaction each, which raises the version of the data if the API depends on them. */
import type { Database, Statements } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';

/** Inside of a change: `touch` says that it changes what `DataVersion` tells other processes. */
export interface Change extends Statements {
  touch(): void;
}

/** Runs changes. */
export type Changes = <T>(work: (change: Change) => Promise<T>) => Promise<T>;

export function changesOf(database: Database, version: DataVersion): Changes {
  return async (work) => {
    const [result, raised] = await database.transaction(async (statements) => {
      let isTouched = false;
      const result = await work({
        ...statements,
        touch() {
          isTouched = true;
        },
      });
      return [result, isTouched ? await raiseVersion(statements, database.address.schema) : null] as const;
    });
    if (raised !== null) version.committed(raised);
    return result;
  };
}
