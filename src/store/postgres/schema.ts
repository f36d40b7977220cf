/** The layout of the tables, as the steps that lead to it. */
import type { Migration } from './migrations.ts';

/**
 * As on SQLite: times are whole microseconds since 1970, `bucket` is the place in `BUCKETS`, and the index on reports
 * holds all that estimates and charts read.
 */
export const MIGRATIONS: readonly Migration[] = [
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

      -- "quota" and "granted" are those of the last take. Rows change often: room beside them keeps the index still.
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
];
