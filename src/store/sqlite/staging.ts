/** The temporary tables in which reports wait, outside the database and its lock, until they are merged. */
import type { DatabaseSync } from 'node:sqlite';
import { emailOf, placeOf } from '../rows.ts';
import type { NewReport } from '../store.ts';

export interface Staging {
  /** Puts reports in, after those that are there. */
  add(reports: readonly NewReport[]): void;
  /** What is in, as far as it can spare the merge a look at every row. */
  readonly contents: StagedContents;
  clear(): void;
}

export interface StagedContents {
  readonly reports: number;
  readonly withId: number;
  readonly withPhoto: number;
  /** No report is newer than the one before it, and each is from a later line: as exports have them. */
  readonly newestFirst: boolean;
  /** Whether each id is larger than the one before it, or each is smaller, so that none comes twice; null when neither. */
  readonly idOrder: 'rise' | 'fall' | null;
}

/**
 * `report_id` is the report a row stands for, where the database had it before, which `stored` says, and for photos; `nth`
 * which of the same time and bucket it is, counted from the oldest. `shared_time` holds the times of more than one
 * report, as long as they come newest first. `new_report` holds the rows to add by their new ids, and `new_quarter` their counts.
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

/** Makes the tables on a connection; they end with it. */
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
    if (contents.isOfTimeBefore(report)) addSharedTime.run(createdAt);
    contents.count(report);
    const seq = contents.reports;
    addReport.run(
      seq,
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
  #idsRise = true;
  #idsFall = true;
  #last: NewReport | null = null;
  #lastId: number | null = null;

  get idOrder(): 'rise' | 'fall' | null {
    if (this.#idsRise) return 'rise';
    return this.#idsFall ? 'fall' : null;
  }

  isOfTimeBefore({ createdAt }: NewReport): boolean {
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
    if (this.#lastId !== null && id <= this.#lastId) this.#idsRise = false;
    if (this.#lastId !== null && id >= this.#lastId) this.#idsFall = false;
    this.#lastId = id;
  }
}
