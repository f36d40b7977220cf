/** Checks whether a schema is sound, and rebuilds its counts. */

import type { Findings } from '../backup/checks.ts';
import { problemsIn, REBUILD_COUNTS } from '../backup/checks.ts';
import { countRows } from '../backup/tables.ts';
import type { PostgresAddress } from './address.ts';
import { inSnapshot } from './back-up.ts';
import { Database } from './connection.ts';
import { raiseVersion } from './data-version.ts';
import { inTransaction, type Statements } from './leases.ts';
import { existingVersion } from './migrations.ts';
import { MIGRATIONS } from './schema.ts';
import { unknownObjects } from './unknown-objects.ts';

/** Checks the tables in one snapshot, without changing anything; other processes can use them meanwhile. */
export function checkSchema(address: PostgresAddress): Promise<Findings> {
  return inSnapshot(address, async (statements, version) => {
    if (version < MIGRATIONS.length) {
      const older = `the schema ${address.schema} has version ${version}; start the service once to update it`;
      return { problems: [older], counts: null };
    }
    const unknown = await unknownObjects(statements, address, MIGRATIONS);
    const count = countIn(statements);
    const versions = await count('SELECT count(*) AS count FROM data_version');
    const own = versions === 1 ? [] : [`data_version has ${versions} rows instead of one`];
    return { problems: [...unknown, ...own, ...(await problemsIn(count))], counts: await countRows(count) };
  });
}

/** Makes the counts match the reports, and discards what was computed from the counts. */
export async function repairSchema(address: PostgresAddress): Promise<void> {
  const database = await Database.open(address);
  try {
    await existingVersion(database, MIGRATIONS);
    const session = await database.session();
    try {
      await inTransaction(session, async (statements) => {
        // The lock that merges take.
        await statements.run('SELECT pg_advisory_xact_lock(hashtext($1))', `${address.schema} reports`);
        await statements.run(`${REBUILD_COUNTS}; DELETE FROM memo`);
        await raiseVersion(statements, address.schema);
      });
    } finally {
      session.end();
    }
  } finally {
    await database.close();
  }
}

function countIn(statements: Statements): (sql: string) => Promise<number> {
  return async (sql) => (await statements.rows<{ count: number }>(sql))[0]?.count ?? 0;
}
