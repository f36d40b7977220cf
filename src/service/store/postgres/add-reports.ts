/** Adds reports: staged without a lock, then merged in one transaction; merges run one at a time. */
import type { ImportResult, ReportBatches, Store } from '../store.ts';
import type { Database } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';
import { inTransaction, type Session, type Statements } from './leases.ts';
import { type Merged, mergeStaged, rankStaged } from './merge-reports.ts';
import { createStaging } from './staging.ts';

/**
 * Adds reports over a separate connection. Other processes can write until the last batch has arrived; if the source
 * fails, nothing changes.
 */
export async function addReports(
  database: Database,
  version: DataVersion,
  batches: ReportBatches,
): Promise<ImportResult> {
  return withSession(database, async (session) => {
    await session.run(MORE_MEMORY);
    const staging = await createStaging(session);
    for await (const batch of batches) await staging.add(batch);
    await rankStaged(session);
    const { changed: _, ...result } = await merging(session, database, version, mergeStaged);
    return result;
  });
}

/** Metadata, and how it advances together with reports. */
export function metadataStore(database: Database, version: DataVersion): Pick<Store, 'metadata' | 'advance'> {
  return {
    metadata: (name) => readValue(database, name),

    async advance(name, add) {
      return withSession(database, async (session) => {
        const { added } = await merging(session, database, version, async (statements) => {
          const { value, reports } = add(await readValue(statements, name));
          const set = await statements.run(SET_METADATA, name, value);
          if (reports.length === 0) return { added: 0, changed: set > 0 };
          const staging = await createStaging(statements);
          await staging.add(reports);
          await rankStaged(statements);
          const { added, changed } = await mergeStaged(statements);
          return { added, changed: changed || set > 0 };
        });
        return added;
      });
    },
  };
}

/** A large import sorts and joins staged rows; PostgreSQL's defaults are meant for many small queries. */
const MORE_MEMORY = `SET work_mem = '64MB'; SET temp_buffers = '64MB'`;

const SET_METADATA = `
  INSERT INTO fact AS f (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE f.value <> excluded.value`;

async function readValue(statements: Statements, name: string): Promise<string | null> {
  const [row] = await statements.rows<{ value: string }>('SELECT value FROM fact WHERE name = $1', name);
  return row?.value ?? null;
}

/** Runs `work` while no other merge runs, and raises the version if it changed something. */
async function merging<T extends Pick<Merged, 'changed'>>(
  session: Session,
  database: Database,
  version: DataVersion,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const { schema } = database.address;
  let raised: number | null = null;
  const result = await inTransaction(session, async (statements) => {
    await statements.run('SELECT pg_advisory_xact_lock(hashtext($1))', `${schema} reports`);
    const result = await work(statements);
    if (result.changed) raised = await raiseVersion(statements, schema);
    return result;
  });
  if (raised !== null) version.committed(raised);
  return result;
}

async function withSession<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await database.session();
  try {
    return await work(session);
  } finally {
    session.end();
  }
}
