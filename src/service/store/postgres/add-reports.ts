/** Adds reports: staged without a lock, then merged in one transaction; merges run one at a time. */
import { REPORTS_LOCK } from '../live/live-reports.ts';
import { READ_METADATA, SET_METADATA } from '../shared-store.ts';
import type { ImportResult, ReportBatches, Store } from '../store.ts';
import { LOCK } from './account-database.ts';
import type { Database } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';
import { type Merged, mergeStaged, rankStaged } from './merge-reports.ts';
import { createStaging } from './staging.ts';
import { inTransaction, type Statements } from './statements.ts';

/**
 * Adds reports over a separate connection. Other processes can write until the last batch has arrived; if the source
 * fails, nothing changes.
 */
export async function addReports(
  database: Database,
  version: DataVersion,
  batches: ReportBatches,
): Promise<ImportResult> {
  return database.inSession(async (session) => {
    const staging = await createStaging(session);
    try {
      for await (const batch of batches) await staging.add(batch);
      await inTransaction(session, async (statements) => {
        await statements.run(MORE_MEMORY);
        await rankStaged(statements, staging);
      });
      const [{ changed: _, ...result }, raised] = await inTransaction(session, (statements) =>
        merging(statements, database, () => mergeStaged(statements, staging)),
      );
      if (raised !== null) version.committed(raised);
      if (result.added >= MANY) await session.run('ANALYZE report, photo, quarter_count, week_count');
      return result;
    } catch (error) {
      // If this fails too, a later import deletes the rows.
      await staging.clear().catch(() => undefined);
      throw error;
    }
  });
}

/** So many new reports make old statistics useless: the first charts would be planned for a small table. */
const MANY = 10_000;

/** Metadata that advances together with reports. */
export function advance(database: Database, version: DataVersion): Pick<Store, 'advance'> {
  return {
    /** With the time limits of requests: services do this, too, and an import may hold the lock for long. */
    async advance(name, add) {
      const [{ added }, raised] = await database.transaction((statements) =>
        merging(statements, database, async () => {
          const [before] = await statements.rows<{ value: string }>(READ_METADATA, name);
          const { value, reports } = add(before?.value ?? null);
          const set = await statements.run(SET_METADATA, name, value);
          if (reports.length === 0) return { added: 0, changed: set > 0 };
          const staging = await createStaging(statements);
          await staging.add(reports);
          await rankStaged(statements, staging);
          const { added, changed } = await mergeStaged(statements, staging);
          return { added, changed: changed || set > 0 };
        }),
      );
      if (raised !== null) version.committed(raised);
      return added;
    },
  };
}

/** A large import sorts and joins staged rows; PostgreSQL's default is meant for many small queries. */
const MORE_MEMORY = "SET LOCAL work_mem = '64MB'";

/** Runs `work` in a transaction while no other merge runs. Also returns the version, which it raises if `work` changed something. */
async function merging<T extends Pick<Merged, 'changed'>>(
  statements: Statements,
  { schema }: Database,
  work: () => Promise<T>,
): Promise<readonly [T, version: number | null]> {
  await statements.run(MORE_MEMORY);
  await statements.run(LOCK, `${schema} ${REPORTS_LOCK}`);
  const result = await work();
  return [result, result.changed ? await raiseVersion(statements, schema) : null];
}
