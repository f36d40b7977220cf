/** The temporary tables in which reports wait, outside the database and its lock, until they are merged. */
import type { DatabaseSync } from 'node:sqlite';
import { emailOf, placeOf } from '../rows.ts';
import type { NewReport } from '../store.ts';

export interface Staging {
  /** Puts reports in, after those that are there. */
  add(reports: readonly NewReport[]): void;
  clear(): void;
}

/**
 * `report_id` is the report a row stands for, as soon as that is known; `stored` whether the database had it
 * before; `nth` which of the same time and bucket it is, counted from the oldest. `new_report` holds the rows to add by
 * their new ids, and `new_quarter` their counts.
 */
const TABLES = `
  CREATE TEMP TABLE staged (
    seq INTEGER PRIMARY KEY,
    line INTEGER NOT NULL,
    id INTEGER,
    created_at INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    latitude REAL,
    longitude REAL,
    has_photo INTEGER NOT NULL,
    file TEXT,
    caption TEXT,
    expires_at INTEGER,
    nth INTEGER NOT NULL DEFAULT 1,
    report_id INTEGER,
    stored INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX temp.staged_by_id ON staged (id) WHERE id IS NOT NULL;
  CREATE TEMP TABLE staged_like (
    seq INTEGER NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (seq, email)
  ) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE new_report (
    report_id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE TEMP TABLE new_quarter AS SELECT * FROM quarter_count WHERE false;`;

/** Makes the tables on a connection; they end with it. */
export function createStaging(connection: DatabaseSync): Staging {
  connection.exec(TABLES);
  const addReport = connection.prepare(`
    INSERT INTO staged (line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addLike = connection.prepare('INSERT INTO staged_like VALUES (?, ?) ON CONFLICT DO NOTHING');

  const addOne = (report: NewReport): void => {
    const { line, id, createdAt, bucket, latitude, longitude, photo } = report;
    const { lastInsertRowid: seq } = addReport.run(
      line,
      id ?? null,
      createdAt,
      placeOf(bucket),
      latitude,
      longitude,
      photo === null ? 0 : 1,
      photo?.file ?? null,
      photo?.caption ?? null,
      photo?.expiresAt ?? null,
    );
    for (const email of photo?.likes ?? []) addLike.run(seq, emailOf(email));
  };

  return {
    add(reports) {
      // A transaction that touches temporary tables only takes no lock on the database.
      const alone = !connection.isTransaction;
      if (alone) connection.exec('BEGIN');
      try {
        for (const report of reports) addOne(report);
        if (alone) connection.exec('COMMIT');
      } catch (error) {
        if (alone && connection.isTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    clear() {
      connection.exec(
        'DELETE FROM staged; DELETE FROM staged_like; DELETE FROM new_report; DELETE FROM new_quarter',
      );
    },
  };
}
