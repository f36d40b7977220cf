/** Adds reports: staged without the database's lock, then merged in one short transaction. */
import type { DatabaseSync } from 'node:sqlite';
import type { ImportResult, ReportBatches, Store } from '../store.ts';
import { firstRow, transaction } from './connection.ts';
import type { FileDatabase } from './file-database.ts';
import { mergeStaged, rankStaged } from './merge-reports.ts';
import { createStaging, type Staging } from './staging.ts';

/**
 * Adds reports over a separate connection. Other processes can write until the last batch has arrived; if the source
 * fails, nothing changes.
 */
export async function addReports(connection: DatabaseSync, batches: ReportBatches): Promise<ImportResult> {
  const staging = createStaging(connection);
  for await (const batch of batches) staging.add(batch);
  rankStaged(connection, staging.contents);
  return transaction(connection, () => mergeStaged(connection, staging.contents));
}

const READ_METADATA = 'SELECT value FROM fact WHERE name = $1';

export const SET_METADATA = `
  INSERT INTO fact (name, value) VALUES ($1, $2)
  ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`;

/** Metadata, and how it advances together with reports. `writer` is the writing connection of the database. */
export function metadataStore(
  database: FileDatabase,
  writer: DatabaseSync,
): Pick<Store, 'metadata' | 'advance'> {
  let staging: Staging | undefined;

  return {
    async metadata(name) {
      const [row] = await database.rows<{ value: string }>(READ_METADATA, name);
      return row?.value ?? null;
    },

    async advance(name, add) {
      staging ??= createStaging(writer);
      const stage = staging;
      return database.write((statement) => {
        const before = firstRow<{ value: string }>(statement(READ_METADATA), name);
        const { value, reports } = add(before?.value ?? null);
        statement(SET_METADATA).run(name, value);
        if (reports.length === 0) return 0;
        // At the start, because the previous call may have failed.
        stage.clear();
        stage.add(reports);
        rankStaged(writer, stage.contents);
        const { added } = mergeStaged(writer, stage.contents);
        return added;
      });
    },
  };
}
