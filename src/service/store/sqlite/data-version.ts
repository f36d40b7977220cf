/** The version of the data: it changes with what responses depend on, whichever process commits it (record 11). */
import type { DatabaseSync } from 'node:sqlite';
import { firstRow } from './connection.ts';

/** The version, as a number of this process that only increases. */
export interface DataVersion {
  /** Reads it again after `noticeWithin` milliseconds. */
  current(): number;
  /** The next call reads it again. */
  committed(): void;
}

/**
 * `reader` never writes, so it sees SQLite's own `data_version` change with every commit, including those of this process. The stored version,
 * which triggers set, can only have changed if that has.
 */
export function dataVersion(reader: DatabaseSync, noticeWithin: number): DataVersion {
  const commits = reader.prepare('PRAGMA data_version');
  const stored = reader.prepare('SELECT version FROM data_version');
  let seen: { readonly commit: number | undefined; readonly stored: number | undefined } | null = null;
  let version = 0;
  let validUntil = Number.NEGATIVE_INFINITY;

  return {
    current() {
      const time = performance.now();
      if (time < validUntil) return version;
      validUntil = time + noticeWithin;
      const commit = firstRow<{ data_version: number }>(commits)?.data_version;
      if (seen !== null && commit === seen.commit) return version;
      const now = { commit, stored: firstRow<{ version: number }>(stored)?.version };
      if (now.stored !== seen?.stored) version += 1;
      seen = now;
      return version;
    },

    committed() {
      validUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
