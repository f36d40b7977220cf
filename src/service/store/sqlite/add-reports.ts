/** Adds reports: staged without the database's lock, then merged in one short transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { READ_METADATA, SET_METADATA } from '../shared-store.ts';
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

/** Metadata that advances together with reports. `writer` is the writing connection of the database. */
export function advance(database: FileDatabase, writer: DatabaseSync): Pick<Store, 'advance'> {
  let staging: Staging | undefined;
  return {
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
