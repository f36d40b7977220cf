/** Adds reports: staged without a lock, then merged in one short transaction; merges run one at a time. */
import { REPORTS_LOCK } from './live/live-reports.ts';
import { rankStaged } from './match-reports.ts';
import { mergeStaged } from './merge-reports.ts';
import { StagedReports, type Staging } from './staged-reports.ts';
import {
  type ImportConnection,
  lock,
  onPostgres,
  type ReportDatabase,
  rows,
  run,
  type Transaction,
  touch,
} from './statements.ts';
import type { ImportResult, ReportBatches, ReportWriter, Store } from './store.ts';

export const READ_METADATA = 'SELECT value FROM fact WHERE name = $1';

/** Changes nothing if the value is the same. */
export const SET_METADATA = `
  INSERT INTO fact AS f (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE f.value <> excluded.value`;

/** So many new reports make PostgreSQL's old statistics useless: the first charts would be planned for a small table. */
const MANY = 10_000;

/** A large import sorts and joins staged rows; PostgreSQL's default is meant for many small queries. */
const MORE_MEMORY = "SET LOCAL work_mem = '64MB'";

export function reportWriter(
  database: ReportDatabase,
  staging: Staging,
): ReportWriter & Pick<Store, 'advance'> {
  return {
    addReports: (batches) => database.importing((connection) => importReports(connection, staging, batches)),

    advance: (name, add) =>
      database.transaction(function* () {
        yield* lock(REPORTS_LOCK);
        const [before] = yield* rows<{ value: string }>(READ_METADATA, name);
        const { value, reports } = add(before?.value ?? null);
        if ((yield* run(SET_METADATA, name, value)) > 0) yield* touch();
        if (reports.length === 0) return 0;
        const staged = new StagedReports();
        const number = yield* staging.begin();
        yield* staging.add(number, reports, staged);
        yield* rank(number, staged);
        return (yield* merge(staging, number, staged)).added;
      }),
  };
}

/** Other processes can write until the last batch has arrived; if the source fails, nothing changes. */
async function importReports(
  connection: ImportConnection,
  staging: Staging,
  batches: ReportBatches,
): Promise<ImportResult> {
  const staged = new StagedReports();
  const number = await connection.stage(() => staging.begin());
  try {
    for await (const batch of batches) await connection.stage(() => staging.add(number, batch, staged));
    await connection.stage(() => rank(number, staged));
    const result = await connection.transaction(() => merge(staging, number, staged));
    if (result.added >= MANY) {
      await connection.stage(() => onPostgres('ANALYZE report, photo, quarter_count, week_count'));
    }
    return result;
  } catch (error) {
    // If this fails too, a later import deletes the rows.
    await connection.stage(() => staging.clear(number)).catch(() => undefined);
    throw error;
  }
}

function* rank(number: number, staged: StagedReports): Transaction<void> {
  yield* onPostgres(MORE_MEMORY);
  yield* rankStaged(number, staged);
}

function* merge(staging: Staging, number: number, staged: StagedReports): Transaction<ImportResult> {
  yield* lock(REPORTS_LOCK);
  yield* onPostgres(MORE_MEMORY);
  const result = yield* mergeStaged(number, staged);
  yield* staging.clear(number);
  return result;
}
