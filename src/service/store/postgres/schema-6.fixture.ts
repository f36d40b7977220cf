/** How version 6 of the schema was made, in six steps and over a search path, for tests of the update. */
export const STEPS_UNTIL_6: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'reports, photos, likes, keys, facts, counters and the version of the data',
    sql: `
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
        email text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email) AND email <> '')
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
        quota integer NOT NULL CHECK (quota >= 0)
      );

      CREATE TABLE fact (
        name text COLLATE "C" PRIMARY KEY,
        value text NOT NULL
      );

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

      CREATE TABLE data_version (
        version bigint NOT NULL
      );
      INSERT INTO data_version VALUES (1);
    `,
  },
  {
    name: 'counts by quarter of an hour and by week',
    sql: `
      -- Quarter-hours and weeks count from 1970-01-01T00:00Z; b0 to b5 are the buckets.
      CREATE TABLE quarter_count (
        quarter integer PRIMARY KEY,
        b0 integer NOT NULL, b1 integer NOT NULL, b2 integer NOT NULL,
        b3 integer NOT NULL, b4 integer NOT NULL, b5 integer NOT NULL
      ) WITH (fillfactor = 80);
      CREATE TABLE week_count (
        week integer PRIMARY KEY,
        reports bigint NOT NULL
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

      INSERT INTO quarter_count
      SELECT created_at / 900000000 AS quarter,
        count(*) FILTER (WHERE bucket = 0), count(*) FILTER (WHERE bucket = 1), count(*) FILTER (WHERE bucket = 2),
        count(*) FILTER (WHERE bucket = 3), count(*) FILTER (WHERE bucket = 4), count(*) FILTER (WHERE bucket = 5)
      FROM report GROUP BY quarter;
      INSERT INTO week_count
      SELECT quarter / 672 AS week, sum(b0 + b1 + b2 + b3 + b4 + b5) FROM quarter_count GROUP BY week;
    `,
  },
  {
    name: 'memos',
    sql: 'CREATE TABLE memo (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
  },
  {
    name: 'names and ends of keys, quota requests, the audit log and sessions',
    sql: `
      -- The previous version, which may still run during an upgrade, fills no new column.
      ALTER TABLE account ADD COLUMN created_at bigint, ADD COLUMN deleted_at bigint;
      CREATE INDEX like_by_account ON photo_like (account_id);

      ALTER TABLE api_key
        ADD COLUMN name text NOT NULL DEFAULT '',
        ADD COLUMN expires_at bigint,
        ADD COLUMN previous_hash bytea UNIQUE CHECK (length(previous_hash) = 32),
        ADD COLUMN previous_until bigint,
        ADD CHECK ((previous_until IS NULL) = (previous_hash IS NULL));
      CREATE INDEX key_by_account ON api_key (account_id);

      -- Undecided requests have no time of decision; refused ones have that, but nothing granted.
      CREATE TABLE quota_request (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key_id integer NOT NULL REFERENCES api_key (id),
        quota integer NOT NULL CHECK (quota >= 0),
        reason text NOT NULL,
        created_at bigint NOT NULL,
        decided_at bigint,
        granted integer CHECK (granted >= 0),
        answer text NOT NULL DEFAULT '',
        CHECK (granted IS NULL OR decided_at IS NOT NULL)
      );
      CREATE INDEX quota_request_by_key ON quota_request (key_id);
      CREATE UNIQUE INDEX open_quota_request ON quota_request (key_id) WHERE decided_at IS NULL;

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
    `,
  },
  {
    name: 'no quota requests, and replaced secrets end at once',
    sql: `
      DROP TABLE quota_request;
      ALTER TABLE api_key DROP COLUMN previous_until, DROP COLUMN previous_hash;
    `,
  },
  {
    name: 'reporters, and how many reports were removed from a week',
    sql: `
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

      ALTER TABLE week_count ADD COLUMN removed bigint NOT NULL DEFAULT 0;
    `,
  },
];
