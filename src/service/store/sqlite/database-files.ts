import { resolve } from 'node:path';
import type { DatabaseFile } from './connection.ts';
import { QUOTA_MIGRATIONS, REPORT_MIGRATIONS } from './schema.ts';

/** The two databases of the store in `file`: `FILE` for reports and keys, `FILE-quota` for counters and checkpoints. */
export function databaseFiles(file: string): {
  readonly reports: DatabaseFile;
  readonly counters: DatabaseFile;
} {
  const path = resolve(file);
  return {
    reports: { file: path, synchronous: 'FULL', migrations: REPORT_MIGRATIONS },
    counters: {
      file: `${path}-quota`,
      synchronous: 'NORMAL',
      migrations: QUOTA_MIGRATIONS,
      // A commit changes a few bytes and writes whole pages: small ones make the log, and each flush, an eighth as large.
      pageSize: 512,
    },
  };
}
