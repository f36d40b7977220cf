/** Checks whether a schema is sound, and rebuilds its counts. */

import type { Findings } from '../backup/checks.ts';
import { problemsIn, REBUILD_COUNTS } from '../backup/checks.ts';
import { countRows } from '../backup/tables.ts';
import { REPORTS_LOCK } from '../live/live-reports.ts';
import type { PostgresAddress } from './address.ts';
import { inSnapshot } from './back-up.ts';
import { Database } from './connection.ts';
import { raiseVersion } from './data-version.ts';
import { existingVersion, outdated, rejectOutdated } from './migrations.ts';
import { STEPS } from './schema.ts';
import { inTransaction, runEach, type Statements } from './statements.ts';
import { LOCK } from './store-database.ts';
import { unknownObjects } from './unknown-objects.ts';

/** Checks the tables in one snapshot, without changing anything; other processes can use them meanwhile. */
export function checkSchema(address: PostgresAddress): Promise<Findings> {
  return inSnapshot(address, async (statements, version) => {
    if (version < STEPS.length) return { problems: [outdated(address, version).message], counts: null };
    const unknown = await unknownObjects(statements, address.schema);
    const count = countIn(statements);
    const versions = await count('SELECT count(*) AS count FROM data_version');
    const own = versions === 1 ? [] : [`data_version has ${versions} rows instead of one`];
    return { problems: [...unknown, ...own, ...(await problemsIn(count))], counts: await countRows(count) };
  });
}

/** Makes the counts match the reports, and discards what was computed from the counts. */
export async function repairSchema(address: PostgresAddress): Promise<void> {
  await Database.at(address, async (database) => {
    rejectOutdated(address, await existingVersion(database));
    await database.inSession((session) =>
      inTransaction(session, async (statements) => {
        await statements.run(LOCK, `${address.schema} ${REPORTS_LOCK}`);
        await runEach(statements, `${REBUILD_COUNTS}; DELETE FROM memo`);
        await raiseVersion(statements, address.schema);
      }),
    );
  });
}

/** A function that runs a query which returns `count`. */
export function countIn(statements: Statements): (sql: string) => Promise<number> {
  return async (sql) => (await statements.rows<{ count: number }>(sql))[0]?.count ?? 0;
}
