import { DatabaseSync } from 'node:sqlite';
import type { BackedUpEngine } from '../suite/backup.suite.ts';

/** Runs statements on a file, as an operator with another program. */
export function runSql(file: string, sql: string): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec(sql);
  } finally {
    connection.close();
  }
}

/** SQLite, for the suite of backups. */
export function sqliteUnderTest(path: (name: string) => string): BackedUpEngine {
  return {
    newAddress: () => ({ engine: 'sqlite', file: path('store.sqlite') }),
    async execute(address, sql) {
      if (address.engine === 'sqlite') runSql(address.file, `PRAGMA foreign_keys = OFF; ${sql}`);
    },
  };
}
