import { isUtf8 } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { TABLES } from '../backup/tables.ts';
import { BackupError } from '../errors.ts';
import { allRows } from './connection.ts';

/** Throws `BackupError` if a text contains U+0000 or isn't UTF-8: SQLite can store both, and PostgreSQL neither. */
export function verifyTexts(connection: DatabaseSync, file: string): void {
  const columns = connection.prepare("SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'");
  for (const {
    name: table,
    columns: [keyColumn],
  } of TABLES) {
    for (const { name } of allRows<{ name: string }>(columns, table)) {
      const rows = connection.prepare(
        `SELECT ${keyColumn} AS key, CAST(${name} AS BLOB) AS bytes FROM ${table}`,
      );
      for (const { key, bytes } of rows.iterate() as Iterable<{ key: unknown; bytes: Uint8Array | null }>) {
        if (bytes === null || (isUtf8(bytes) && !bytes.includes(0))) continue;
        throw new BackupError(
          `${file} cannot be restored into PostgreSQL: in the table ${table}, where ${keyColumn} is ${key}, the field ${name} ` +
            `${isUtf8(bytes) ? 'contains U+0000' : 'is not UTF-8'}; PostgreSQL stores UTF-8 without U+0000 only`,
        );
      }
    }
  }
}
