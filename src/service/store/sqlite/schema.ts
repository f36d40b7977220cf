/** The tables of the two database files, as the migrations that create them. */
import type { Migration } from './migrations.ts';

/**
 * Reports, photos, likes, keys and metadata. Times are `Micros`, and `bucket` is the index in `BUCKETS`. The index on
 * reports covers all that estimates and charts read. Reports have no rowid, because an index seek to a (time, id) uses
 * only the time if the id is an alias of the rowid. Averages over years read the stored counts instead of reports (record 16).
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
  {
    name: 'names and ends of keys, quota requests and the audit log',
    sql: `
      ALTER TABLE account ADD COLUMN created_at INTEGER;
      ALTER TABLE account ADD COLUMN deleted_at INTEGER;
      CREATE INDEX like_by_account ON photo_like (account_id);

      ALTER TABLE api_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
      ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
      ALTER TABLE api_key ADD COLUMN previous_hash BLOB CHECK (length(previous_hash) = 32);
      ALTER TABLE api_key ADD COLUMN previous_until INTEGER CHECK ((previous_until IS NULL) = (previous_hash IS NULL));
      CREATE UNIQUE INDEX key_by_previous_hash ON api_key (previous_hash);
      CREATE INDEX key_by_account ON api_key (account_id);

      -- Undecided requests have no time of decision; refused ones have that, but nothing granted.
      CREATE TABLE quota_request (
        id INTEGER PRIMARY KEY,
        key_id INTEGER NOT NULL REFERENCES api_key (id),
        quota INTEGER NOT NULL CHECK (quota >= 0),
        reason TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        decided_at INTEGER,
        granted INTEGER CHECK (granted >= 0),
        answer TEXT NOT NULL DEFAULT '',
        CHECK (granted IS NULL OR decided_at IS NOT NULL)
      ) STRICT;
      CREATE INDEX quota_request_by_key ON quota_request (key_id);
      CREATE UNIQUE INDEX open_quota_request ON quota_request (key_id) WHERE decided_at IS NULL;

      CREATE TABLE audit_event (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        account_id INTEGER REFERENCES account (id),
        key_id INTEGER REFERENCES api_key (id),
        detail TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_by_time ON audit_event (at);
      CREATE INDEX audit_by_account ON audit_event (account_id, at);
      CREATE INDEX audit_by_key ON audit_event (key_id, at);
    `,
  },
  {
    name: 'version of the data',
    sql: `
      -- Random, so that it is another one in every other database.
      CREATE TABLE data_version (version INTEGER NOT NULL) STRICT;
      INSERT INTO data_version VALUES (random() >> 12);
      ${raisedBy('account', ['UPDATE OF deleted_at'])}
      ${raisedBy('api_key', ['INSERT', 'UPDATE', 'DELETE'])}
      ${raisedBy('photo', ['INSERT', 'UPDATE', 'DELETE'])}
      ${raisedBy('photo_like', ['INSERT', 'DELETE'])}
      ${raisedBy('fact', ['INSERT', 'UPDATE', 'DELETE'])}
      -- Adding reports updates their counts, so that an import needs no trigger for each report.
      ${raisedBy('week_count', ['INSERT', 'UPDATE', 'DELETE'])}
      ${raisedBy('report', ['UPDATE OF created_at, bucket', 'DELETE'])}
    `,
  },
  {
    name: 'no quota requests, and replaced secrets end at once',
    sql: `
      DROP TABLE quota_request;
      DROP INDEX key_by_previous_hash;
      -- This one first: its check names the other.
      ALTER TABLE api_key DROP COLUMN previous_until;
      ALTER TABLE api_key DROP COLUMN previous_hash;
    `,
  },
  {
    name: 'reporters, and how many reports were removed from a week',
    sql: `
      CREATE TABLE reporter (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL CHECK (name <> ''),
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        prefix TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        removed_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX reporter_by_name ON reporter (name) WHERE removed_at IS NULL;

      CREATE TABLE reporter_report (
        report_id INTEGER PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
        reporter_id INTEGER NOT NULL REFERENCES reporter (id),
        request BLOB CHECK (length(request) = 32),
        UNIQUE (reporter_id, request)
      ) STRICT;

      ALTER TABLE week_count ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
    `,
  },
  { name: 'venues of keys', sql: 'ALTER TABLE api_key ADD COLUMN venues TEXT' },
  {
    name: 'when reporters were last heard, and how often they should be',
    sql: `
      ALTER TABLE reporter ADD COLUMN heard_at INTEGER;
      ALTER TABLE reporter ADD COLUMN every INTEGER CHECK (every > 0);
      UPDATE reporter SET heard_at = (
        SELECT max(r.created_at) FROM reporter_report d JOIN report r ON r.id = d.report_id
        WHERE d.reporter_id = reporter.id
      );
    `,
  },
];

/** Triggers that give the data another version when rows of a table change. Never change it: released migrations use it. */
function raisedBy(table: string, events: readonly string[]): string {
  return events
    .map((event) => {
      const [name = ''] = event.toLowerCase().split(' ', 1);
      return `CREATE TRIGGER version_${table}_${name} AFTER ${event} ON ${table}
        BEGIN UPDATE data_version SET version = random() >> 12; END;`;
    })
    .join('\n');
}

/**
 * Request counters, whose `touched_at` is the machine's time of the last change, in seconds since 1970; checkpoints,
 * sign-in links and sessions, because an import does not lock this file and writing it does not change the version of
 * the data. `identity` is the database that a row belongs to: in another one, accounts have other ids.
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
  {
    name: 'sign-in links and sessions',
    sql: `
      CREATE TABLE sign_in_link (
        hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
        email TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX link_by_email ON sign_in_link (email, created_at);
      CREATE INDEX link_by_time ON sign_in_link (created_at);

      CREATE TABLE session (
        hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
        identity TEXT NOT NULL,
        account_id INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX session_by_account ON session (account_id);
      CREATE INDEX session_by_end ON session (expires_at);

      CREATE TABLE blocked_address (
        hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
