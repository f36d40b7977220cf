/** Stages reports in temporary tables, outside the database and its lock. They disappear with their connection. */
import { BUCKETS } from '../../domain/bucket.ts';
import { emailOf } from '../accounts/accounts.ts';
import type { Staging } from '../staged-reports.ts';
import { onSqlite, run } from '../statements.ts';

/** A connection stages one import at a time. */
const IMPORT = 1;

const TABLES = `
  CREATE TEMP TABLE IF NOT EXISTS staged (
    import INTEGER NOT NULL,
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
    nth INTEGER NOT NULL,
    report_id INTEGER,
    stored INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TEMP TABLE IF NOT EXISTS staged_like (
    import INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (seq, email)
  ) STRICT, WITHOUT ROWID`;

const CLEAR = 'DELETE FROM staged; DELETE FROM staged_like';

const ADD = `
  INSERT INTO staged
    (import, seq, line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at, nth)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const ADD_LIKE = 'INSERT INTO staged_like VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';

export const STAGING: Staging = {
  *begin() {
    yield* onSqlite(`${TABLES}; ${CLEAR}`);
    return IMPORT;
  },

  *add(number, reports, staged) {
    for (const report of reports) {
      const { seq, nth } = staged.next(report);
      const { line, id = null, createdAt, bucket, latitude, longitude, photo } = report;
      const { file = null, caption = null, expiresAt = null, likes = [] } = photo ?? {};
      const hasPhoto = photo === null ? 0 : 1;
      const place = [createdAt, BUCKETS.indexOf(bucket), latitude, longitude];
      yield* run(ADD, number, seq, line, id, ...place, hasPhoto, file, caption, expiresAt, nth);
      for (const email of likes) yield* run(ADD_LIKE, number, seq, emailOf(email));
    }
  },

  /** Nothing: rows disappear with their connection, or when its next import begins. */
  *clear() {},
};
