/** The temporary tables that hold reports, outside the database and its lock, until they are merged. */

import type { DatabaseSync } from 'node:sqlite';
import { BUCKETS } from '../../domain/bucket.ts';
import { rejectUnsafeId } from '../merge-reports.ts';
import { emailOf } from '../rows.ts';
import type { NewReport } from '../store.ts';

export interface Staging {
  /** Appends reports. */
  add(reports: readonly NewReport[]): void;
  /** Properties of the staged reports that let the merge skip work. */
  readonly contents: StagedContents;
  clear(): void;
}

export interface StagedContents {
  readonly reports: number;
  readonly withId: number;
  readonly withPhoto: number;
  /** No report is newer than the one before it, and each is from a later line, as in an export. */
  readonly newestFirst: boolean;
  /** Whether ids strictly ascend or descend, so that none is repeated; null if neither. */
  readonly idOrder: 'ascending' | 'descending' | null;
}

/**
 * `report_id` is the id of a row's report if the database already has it (`stored`) or it has a photo, and `nth` its rank,
 * from the oldest, among rows of the same time and bucket. `shared_time` has the times of several reports, while they
 * come newest first. `new_report` has the rows to add by their new ids, and `new_quarter` their counts.
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
  CREATE TEMP TABLE shared_time (created_at INTEGER PRIMARY KEY) STRICT;
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

const CLEAR = `
  DELETE FROM staged; DELETE FROM shared_time; DELETE FROM staged_like;
  DELETE FROM new_report; DELETE FROM new_quarter`;

/** Creates the tables on a connection; they disappear with it. */
export function createStaging(connection: DatabaseSync): Staging {
  connection.exec(TABLES);
  const addReport = connection.prepare(`
    INSERT INTO staged (seq, line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addLike = connection.prepare('INSERT INTO staged_like VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addSharedTime = connection.prepare('INSERT INTO shared_time VALUES (?) ON CONFLICT DO NOTHING');
  let contents = new Contents();

  const addOne = (report: NewReport): void => {
    const { line, id, createdAt, bucket, latitude, longitude, photo } = report;
    rejectUnsafeId(report);
    if (contents.hasTimeOfLast(report)) addSharedTime.run(createdAt);
    contents.count(report);
    const seq = contents.reports;
    addReport.run(
      seq,
      line,
      id ?? null,
      createdAt,
      BUCKETS.indexOf(bucket),
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
      // A transaction on temporary tables only takes no lock on the database.
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
    get contents() {
      return contents;
    },
    clear() {
      contents = new Contents();
      connection.exec(CLEAR);
    },
  };
}

class Contents implements StagedContents {
  reports = 0;
  withId = 0;
  withPhoto = 0;
  newestFirst = true;
  #idsAscend = true;
  #idsDescend = true;
  #last: NewReport | null = null;
  #lastId: number | null = null;

  get idOrder(): 'ascending' | 'descending' | null {
    if (this.#idsAscend) return 'ascending';
    return this.#idsDescend ? 'descending' : null;
  }

  hasTimeOfLast({ createdAt }: NewReport): boolean {
    return this.#last?.createdAt === createdAt;
  }

  count(report: NewReport): void {
    const { id, createdAt, line, photo } = report;
    this.reports += 1;
    if (photo !== null) this.withPhoto += 1;
    const last = this.#last;
    if (last !== null && (createdAt > last.createdAt || line <= last.line)) this.newestFirst = false;
    this.#last = report;
    if (id === undefined) return;
    this.withId += 1;
    if (this.#lastId !== null && id <= this.#lastId) this.#idsAscend = false;
    if (this.#lastId !== null && id >= this.#lastId) this.#idsDescend = false;
    this.#lastId = id;
  }
}
