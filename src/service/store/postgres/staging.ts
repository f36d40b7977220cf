/** Stages reports in tables that all imports share. */
import { randomInt } from 'node:crypto';
import { BUCKETS } from '../../domain/bucket.ts';
import { emailOf } from '../accounts/accounts.ts';
import { StoreError } from '../errors.ts';
import type { Staging } from '../staged-reports.ts';
import { run } from '../statements.ts';
import type { NewReport } from '../store.ts';

/** How many reports are sent to the server at once. */
const BATCH = 2000;

const ADD = `
  INSERT INTO staged
    (import, seq, line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at, nth)
  SELECT $1::bigint, * FROM json_to_recordset($2) AS r (seq bigint, line bigint, id bigint, "createdAt" bigint,
    bucket smallint, latitude float8, longitude float8, "hasPhoto" boolean, file text, caption text, "expiresAt" bigint, nth bigint)`;

const ADD_LIKES = `
  INSERT INTO staged_like SELECT $1::bigint, * FROM json_to_recordset($2) AS l (seq bigint, email text)
  ON CONFLICT DO NOTHING`;

const TABLES = ['staged', 'staged_like'];

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** How many numbers the imports that begin on a day choose from. */
const A_DAY = 2 ** 32;

export const STAGING: Staging = {
  /** Deletes what imports that never ended have left for more than a day. */
  *begin() {
    const today = Math.floor(Date.now() / DAY);
    for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE import < $1`, (today - 1) * A_DAY);
    return today * A_DAY + randomInt(A_DAY);
  },

  *add(number, reports, staged) {
    for (let start = 0; start < reports.length; start += BATCH) {
      const numbered = reports.slice(start, start + BATCH).map((report) => {
        rejectNul(report);
        return { ...report, ...staged.next(report) };
      });
      const rows = numbered.map(({ photo, bucket, ...report }) => {
        const { file, caption, expiresAt } = photo ?? {};
        return {
          ...report,
          bucket: BUCKETS.indexOf(bucket),
          hasPhoto: photo !== null,
          file,
          caption,
          expiresAt,
        };
      });
      yield* run(ADD, number, JSON.stringify(rows));
      const likes = numbered.flatMap(({ seq, photo }) =>
        (photo?.likes ?? []).map((email) => ({ seq, email: emailOf(email) })),
      );
      if (likes.length > 0) yield* run(ADD_LIKES, number, JSON.stringify(likes));
    }
  },

  *clear(number) {
    for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE import = $1`, number);
  },
};

/** PostgreSQL's text can hold every character but U+0000. */
function rejectNul({ photo, line }: NewReport): void {
  if (photo === null) return;
  if (![photo.file, photo.caption, ...photo.likes].some((text) => text?.includes('\0'))) return;
  throw new StoreError(
    'conflict',
    `line ${line}: the photo's texts contain the character U+0000, which PostgreSQL cannot store`,
  );
}
