/** The layout of the two database files, as the steps that lead to it. */
import type { Migration } from './migrations.ts';

/**
 * Reports, photos, likes, keys and facts. Times are `Micros` from 1970 on; `bucket` is the place in `BUCKETS`.
 * The index on reports holds all that estimates and charts read. Reports are kept without SQLite's rowid
 * because a seek to a (time, id) in an index ends at the time when the id is an alias of the rowid.
 */
export const REPORT_MIGRATIONS: readonly Migration[] = [
  {
    name: 'reports, photos, likes, keys and facts',
    sql: `
      CREATE TABLE report (
        id INTEGER PRIMARY KEY CHECK (id > 0),
        created_at INTEGER NOT NULL CHECK (created_at >= 0),
        bucket INTEGER NOT NULL CHECK (bucket BETWEEN 0 AND 5),
        latitude REAL CHECK (latitude BETWEEN -90 AND 90),
        longitude REAL CHECK (longitude BETWEEN -180 AND 180),
        CHECK ((latitude IS NULL) = (longitude IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX report_by_time ON report (created_at, id, bucket);

      CREATE TABLE photo (
        report_id INTEGER PRIMARY KEY REFERENCES report (id),
        created_at INTEGER NOT NULL,
        file TEXT CHECK (file <> ''),
        caption TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX photo_by_time ON photo (created_at, report_id, expires_at);

      CREATE TABLE account (
        id INTEGER PRIMARY KEY,
        email TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND email <> '')
      ) STRICT;

      CREATE TABLE photo_like (
        report_id INTEGER NOT NULL REFERENCES photo (report_id),
        account_id INTEGER NOT NULL REFERENCES account (id),
        PRIMARY KEY (report_id, account_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE api_key (
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES account (id),
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        prefix TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER,
        quota INTEGER NOT NULL CHECK (quota >= 0)
      ) STRICT;

      CREATE TABLE fact (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
];

/** Counters of requests; `touched_at` is the machine's time of the last take, in seconds since 1970. */
export const QUOTA_MIGRATIONS: readonly Migration[] = [
  {
    name: 'request counters',
    sql: `
      CREATE TABLE request_count (
        key_id INTEGER NOT NULL,
        day TEXT NOT NULL,
        used INTEGER NOT NULL CHECK (used >= 0),
        touched_at INTEGER NOT NULL,
        PRIMARY KEY (key_id, day)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
