/** The tables: how they are made, and how those of earlier versions are updated. */

/**
 * As on SQLite: times are whole microseconds since 1970, `bucket` is the index in `BUCKETS`, and the index on reports
 * covers all that estimates and charts read.
 */
const REPORTS = `
  CREATE TABLE report (
    id bigint PRIMARY KEY CHECK (id > 0),
    created_at bigint NOT NULL CHECK (created_at >= 0),
    bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 5),
    latitude double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision CHECK (longitude BETWEEN -180 AND 180),
    CHECK ((latitude IS NULL) = (longitude IS NULL))
  );
  CREATE INDEX report_by_time ON report (created_at, id) INCLUDE (bucket);

  -- Quarter-hours and weeks count from 1970-01-01T00:00Z, and b0 to b5 are the buckets.
  CREATE TABLE quarter_count (
    quarter integer PRIMARY KEY,
    b0 integer NOT NULL, b1 integer NOT NULL, b2 integer NOT NULL,
    b3 integer NOT NULL, b4 integer NOT NULL, b5 integer NOT NULL
  ) WITH (fillfactor = 80);
  CREATE TABLE week_count (
    week integer PRIMARY KEY,
    reports bigint NOT NULL,
    removed bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 80);

  CREATE TABLE photo (
    report_id bigint PRIMARY KEY REFERENCES report (id),
    created_at bigint NOT NULL,
    file text COLLATE "C" CHECK (file <> ''),
    caption text NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX photo_by_time ON photo (created_at, report_id) INCLUDE (expires_at);

  CREATE TABLE reporter (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL CHECK (name <> ''),
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix text NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint,
    heard_at bigint,
    every bigint CHECK (every > 0)
  );
  CREATE UNIQUE INDEX reporter_by_name ON reporter (name) WHERE removed_at IS NULL;

  CREATE TABLE reporter_report (
    report_id bigint PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
    reporter_id bigint NOT NULL REFERENCES reporter (id),
    request bytea CHECK (length(request) = 32),
    UNIQUE (reporter_id, request)
  );

  CREATE TABLE fact (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
  );
  CREATE TABLE memo (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
  );
  CREATE TABLE data_version (
    version bigint NOT NULL
  );
  INSERT INTO data_version VALUES (1);`;

const ACCOUNTS = `
  CREATE TABLE account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
    created_at bigint,
    deleted_at bigint
  );

  CREATE TABLE photo_like (
    report_id bigint NOT NULL REFERENCES photo (report_id),
    account_id bigint NOT NULL REFERENCES account (id),
    PRIMARY KEY (report_id, account_id)
  );
  CREATE INDEX like_by_account ON photo_like (account_id);

  CREATE TABLE api_key (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account (id),
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    quota integer NOT NULL CHECK (quota >= 0),
    name text NOT NULL DEFAULT '',
    expires_at bigint,
    venues text
  );
  CREATE INDEX key_by_account ON api_key (account_id);

  -- "quota" and "granted" describe the last change, and "touched_at" is its time in seconds. Rows change often: free space
  -- beside them spares the index.
  CREATE TABLE request_count (
    key_id bigint NOT NULL,
    day text COLLATE "C" NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    granted bigint NOT NULL,
    quota bigint NOT NULL,
    touched_at bigint NOT NULL,
    PRIMARY KEY (key_id, day)
  ) WITH (fillfactor = 50);

  CREATE TABLE audit_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    account_id bigint REFERENCES account (id),
    key_id bigint REFERENCES api_key (id),
    detail text NOT NULL
  );
  CREATE INDEX audit_by_time ON audit_event (at, id);
  CREATE INDEX audit_by_account ON audit_event (account_id, at, id);
  CREATE INDEX audit_by_key ON audit_event (key_id, at, id);

  CREATE TABLE sign_in_link (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    email text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
  );
  CREATE INDEX link_by_email ON sign_in_link (email, created_at);
  CREATE INDEX link_by_time ON sign_in_link (created_at);

  CREATE TABLE session (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    account_id bigint NOT NULL REFERENCES account (id),
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX session_by_account ON session (account_id);
  CREATE INDEX session_by_end ON session (expires_at);

  CREATE TABLE blocked_address (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    until bigint NOT NULL
  );`;

/**
 * Reports of imports, before they are merged. `report_id` is the id of a row's report once it is known, `stored` whether the database
 * already has it, and `nth` its rank, from the oldest, among rows of the same time and bucket. These three are set later, in the space that
 * is left beside each row. A server that crashes may empty these tables.
 */
const IMPORTS = `
  CREATE UNLOGGED TABLE staged (
    import bigint NOT NULL,
    seq bigint NOT NULL,
    line bigint NOT NULL,
    id bigint,
    created_at bigint NOT NULL,
    bucket smallint NOT NULL,
    latitude double precision,
    longitude double precision,
    has_photo boolean NOT NULL,
    file text COLLATE "C",
    caption text,
    expires_at bigint,
    nth bigint NOT NULL DEFAULT 1,
    report_id bigint,
    stored boolean NOT NULL DEFAULT false,
    PRIMARY KEY (import, seq)
  ) WITH (fillfactor = 50);
  CREATE INDEX staged_by_id ON staged (import, id) WHERE id IS NOT NULL;
  CREATE UNLOGGED TABLE staged_like (
    import bigint NOT NULL,
    seq bigint NOT NULL,
    email text COLLATE "C" NOT NULL,
    PRIMARY KEY (import, seq, email)
  );`;

/** How the tables of version 6 become those of version 7. */
const SEVENTH = `
  DROP TRIGGER count_added ON report;
  DROP FUNCTION count_added_reports();
  ALTER TABLE account ALTER COLUMN id TYPE bigint;
  ALTER TABLE api_key ALTER COLUMN id TYPE bigint, ALTER COLUMN account_id TYPE bigint;
  ALTER TABLE photo_like ALTER COLUMN account_id TYPE bigint;
  ALTER TABLE audit_event ALTER COLUMN account_id TYPE bigint, ALTER COLUMN key_id TYPE bigint;
  ALTER TABLE session ALTER COLUMN account_id TYPE bigint;
  ALTER TABLE reporter ALTER COLUMN id TYPE bigint;
  ALTER TABLE reporter_report ALTER COLUMN reporter_id TYPE bigint;
  ALTER TABLE request_count ALTER COLUMN key_id TYPE bigint, ALTER COLUMN touched_at DROP DEFAULT;
  ALTER TABLE request_count
    ALTER COLUMN touched_at TYPE bigint USING extract(epoch FROM date_trunc('second', touched_at))::bigint;
  ALTER TABLE headcount_layout DROP COLUMN applied_at;
  ${IMPORTS}`;

const NINTH = `
  ALTER TABLE reporter ADD COLUMN heard_at bigint, ADD COLUMN every bigint CHECK (every > 0);
  UPDATE reporter SET heard_at = (
    SELECT max(r.created_at) FROM reporter_report d JOIN report r ON r.id = d.report_id
    WHERE d.reporter_id = reporter.id
  )`;

/** Makes all tables in an empty schema. */
export const CREATE = [REPORTS, ACCOUNTS, IMPORTS].join('\n');

/**
 * What changed with each version, counted from 1. Never change a released one; a new one also changes the tables above. `sql` updates the
 * tables of the version before; null: there was no release of that version, so nobody needs an update from it.
 */
export const STEPS: readonly { readonly name: string; readonly sql: string | null }[] = [
  { name: 'reports, photos, likes, keys, facts, counters and the version of the data', sql: null },
  { name: 'counts by quarter of an hour and by week', sql: null },
  { name: 'memos', sql: null },
  { name: 'names and ends of keys, quota requests, the audit log and sessions', sql: null },
  { name: 'no quota requests, and replaced secrets end at once', sql: null },
  { name: 'reporters, and how many reports were removed from a week', sql: null },
  { name: 'nothing that only a connection or one engine has', sql: SEVENTH },
  { name: 'venues of keys', sql: 'ALTER TABLE api_key ADD COLUMN venues text' },
  { name: 'when reporters were last heard, and how often they should be', sql: NINTH },
];

/** All tables but the one of the steps. */
export const TABLE_NAMES: readonly string[] = [...CREATE.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(
  ([, name = '']) => name,
);
