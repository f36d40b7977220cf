/** Adds reports: staged without the database's lock, then merged in one short transaction. */
import type { DatabaseSync } from 'node:sqlite';
import type { ImportResult, ReportBatches, Store } from '../store.ts';
import { firstRow, transaction } from './connection.ts';
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

/** Metadata, and how it advances together with reports. */
export function metadataStore(
  reader: DatabaseSync,
  writer: DatabaseSync,
): Pick<Store, 'metadata' | 'advance'> {
  const find = 'SELECT value FROM fact WHERE name = ?';
  const read = reader.prepare(find);
  const readLatest = writer.prepare(find);
  const set = writer.prepare(`
    INSERT INTO fact (name, value) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`);
  const readValue = (statement: typeof read, name: string) =>
    firstRow<{ value: string }>(statement, name)?.value ?? null;
  let staging: Staging | undefined;

  return {
    async metadata(name) {
      return readValue(read, name);
    },

    async advance(name, add) {
      staging ??= createStaging(writer);
      const stage = staging;
      return transaction(writer, () => {
        const { value, reports } = add(readValue(readLatest, name));
        set.run(name, value);
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
