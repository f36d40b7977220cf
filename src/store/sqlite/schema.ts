/** The tables of the two database files, as the migrations that create them. */
import type { Migration } from './migrations.ts';

/**
 * Reports, photos, likes, keys and metadata. Times are `Micros`, and `bucket` is the index in `BUCKETS`. The index on
 * reports covers all that estimates and charts read. Reports have no rowid, because an index seek to a (time, id) uses
 * only the time if the id is an alias of the rowid. Averages over years read the stored counts instead of reports (decision 28).
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
  {
    name: 'counts by quarter of an hour and by week',
    sql: `
      -- Quarter-hours and weeks count from 1970-01-01T00:00Z; b0 to b5 are the buckets. Adding reports updates both tables.
      CREATE TABLE quarter_count (
        quarter INTEGER PRIMARY KEY,
        b0 INTEGER NOT NULL, b1 INTEGER NOT NULL, b2 INTEGER NOT NULL,
        b3 INTEGER NOT NULL, b4 INTEGER NOT NULL, b5 INTEGER NOT NULL
      ) STRICT;
      INSERT INTO quarter_count
      SELECT created_at / 900000000 AS quarter,
        count(*) FILTER (WHERE bucket = 0), count(*) FILTER (WHERE bucket = 1), count(*) FILTER (WHERE bucket = 2),
        count(*) FILTER (WHERE bucket = 3), count(*) FILTER (WHERE bucket = 4), count(*) FILTER (WHERE bucket = 5)
      FROM report GROUP BY quarter;

      CREATE TABLE week_count (
        week INTEGER PRIMARY KEY,
        reports INTEGER NOT NULL
      ) STRICT;
      INSERT INTO week_count
      SELECT quarter / 672 AS week, sum(b0 + b1 + b2 + b3 + b4 + b5) FROM quarter_count GROUP BY week;
    `,
  },
  {
    name: 'identity of the file',
    sql: "INSERT INTO fact (name, value) VALUES ('identity', lower(hex(randomblob(16))))",
  },
];

/**
 * Request counters, whose `touched_at` is the machine's time of the last change, in seconds since 1970; and
 * checkpoints, because an import does not lock this file and writing it does not change the version of the data.
 */
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
  {
    name: 'memos',
    sql: `
      CREATE TABLE memo (
        identity TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (identity, name)
      ) STRICT`,
  },
];
