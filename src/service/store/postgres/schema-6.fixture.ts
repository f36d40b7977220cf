/** The tables of version 6 as they were made, over a search path, for tests of the update. */
const TABLES_OF_6 = `
  CREATE TABLE report (
    id bigint PRIMARY KEY CHECK (id > 0),
    created_at bigint NOT NULL CHECK (created_at >= 0),
    bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 5),
    latitude double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision CHECK (longitude BETWEEN -180 AND 180),
    CHECK ((latitude IS NULL) = (longitude IS NULL))
  );
  CREATE INDEX report_by_time ON report (created_at, id) INCLUDE (bucket);

  CREATE TABLE photo (
    report_id bigint PRIMARY KEY REFERENCES report (id),
    created_at bigint NOT NULL,
    file text COLLATE "C" CHECK (file <> ''),
    caption text NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX photo_by_time ON photo (created_at, report_id) INCLUDE (expires_at);

  CREATE TABLE account (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
    created_at bigint,
    deleted_at bigint
  );

  CREATE TABLE photo_like (
    report_id bigint NOT NULL REFERENCES photo (report_id),
    account_id integer NOT NULL REFERENCES account (id),
    PRIMARY KEY (report_id, account_id)
  );

  CREATE TABLE api_key (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id integer NOT NULL REFERENCES account (id),
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    quota integer NOT NULL CHECK (quota >= 0),
    name text NOT NULL DEFAULT '',
    expires_at bigint
  );

  CREATE TABLE fact (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  CREATE TABLE memo (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);

  -- "quota" and "granted" describe the last change. Rows change often: free space beside them spares the index.
  CREATE TABLE request_count (
    key_id integer NOT NULL,
    day text COLLATE "C" NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    granted bigint NOT NULL,
    quota bigint NOT NULL,
    touched_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (key_id, day)
  ) WITH (fillfactor = 50);

  CREATE TABLE data_version (version bigint NOT NULL);
  INSERT INTO data_version VALUES (1);

  -- Quarter-hours and weeks count from 1970-01-01T00:00Z; b0 to b5 are the buckets.
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

  -- A trigger, so that reports of the previous version, which may still run during an upgrade, are counted too.
  CREATE FUNCTION count_added_reports() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO quarter_count AS known
    SELECT created_at / 900000000 AS quarter,
      count(*) FILTER (WHERE bucket = 0), count(*) FILTER (WHERE bucket = 1), count(*) FILTER (WHERE bucket = 2),
      count(*) FILTER (WHERE bucket = 3), count(*) FILTER (WHERE bucket = 4), count(*) FILTER (WHERE bucket = 5)
    FROM added GROUP BY quarter
    ON CONFLICT (quarter) DO UPDATE SET
      b0 = known.b0 + excluded.b0, b1 = known.b1 + excluded.b1, b2 = known.b2 + excluded.b2,
      b3 = known.b3 + excluded.b3, b4 = known.b4 + excluded.b4, b5 = known.b5 + excluded.b5;
    INSERT INTO week_count AS known
    SELECT created_at / 604800000000 AS week, count(*) FROM added GROUP BY week
    ON CONFLICT (week) DO UPDATE SET reports = known.reports + excluded.reports;
    RETURN NULL;
  END $$;
  ALTER FUNCTION count_added_reports() SET search_path FROM CURRENT;
  CREATE TRIGGER count_added AFTER INSERT ON report
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_reports();

  CREATE INDEX like_by_account ON photo_like (account_id);

  CREATE INDEX key_by_account ON api_key (account_id);

  CREATE TABLE audit_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    account_id integer REFERENCES account (id),
    key_id integer REFERENCES api_key (id),
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
    account_id integer NOT NULL REFERENCES account (id),
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX session_by_account ON session (account_id);
  CREATE INDEX session_by_end ON session (expires_at);

  CREATE TABLE blocked_address (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    until bigint NOT NULL
  );

  CREATE TABLE reporter (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL CHECK (name <> ''),
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix text NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint
  );
  CREATE UNIQUE INDEX reporter_by_name ON reporter (name) WHERE removed_at IS NULL;

  CREATE TABLE reporter_report (
    report_id bigint PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
    reporter_id integer NOT NULL REFERENCES reporter (id),
    request bytea CHECK (length(request) = 32),
    UNIQUE (reporter_id, request)
  );
`;

/** What the six steps until then were called. */
const STEPS = [
  'reports, photos, likes, keys, facts, counters and the version of the data',
  'counts by quarter of an hour and by week',
  'memos',
  'names and ends of keys, quota requests, the audit log and sessions',
  'no quota requests, and replaced secrets end at once',
  'reporters, and how many reports were removed from a week',
];

export const VERSION_6 = `
  CREATE TABLE headcount_layout (
    step integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
  ${STEPS.map((name, n) => `INSERT INTO headcount_layout (step, name) VALUES (${n + 1}, '${name}')`).join(';')};
  ${TABLES_OF_6}`;
