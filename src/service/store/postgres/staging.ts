/** The temporary tables that hold reports, outside the database's tables and locks, until they are merged. */
import { BUCKETS } from '../../domain/bucket.ts';
import { StoreError } from '../errors.ts';
import { rejectUnsafeId } from '../merge-reports.ts';
import { emailOf } from '../rows.ts';
import type { NewReport } from '../store.ts';
import type { Statements } from './leases.ts';

/** How many reports are sent to the server at once. */
const BATCH = 2000;

/**
 * `report_id` is the id of a row's report once it is known, `stored` whether the database already has it, and `nth` its
 * rank, from the oldest, among rows of the same time and bucket. These three are set later, in the space that is left
 * beside each row.
 */
const TABLES = `
  CREATE TEMP TABLE staged (
    seq bigint PRIMARY KEY,
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
    stored boolean NOT NULL DEFAULT false
  ) WITH (fillfactor = 50);
  CREATE INDEX staged_by_id ON staged (id) WHERE id IS NOT NULL;
  CREATE TEMP TABLE staged_like (
    seq bigint NOT NULL,
    email text COLLATE "C" NOT NULL,
    PRIMARY KEY (seq, email)
  );`;

const ADD = `
  INSERT INTO staged (seq, line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::float8[],
    $7::float8[], $8::boolean[], $9::text[], $10::text[], $11::bigint[])`;

const ADD_LIKES = `
  INSERT INTO staged_like SELECT * FROM unnest($1::bigint[], $2::text[]) ON CONFLICT DO NOTHING`;

export interface Staging {
  /** Appends reports. */
  add(reports: readonly NewReport[]): Promise<void>;
}

/** Creates the tables on a connection; they disappear with it. */
export async function createStaging(statements: Statements): Promise<Staging> {
  await statements.run(TABLES);
  let before = 0;

  return {
    async add(reports) {
      for (let start = 0; start < reports.length; start += BATCH) {
        const batch = reports.slice(start, start + BATCH);
        await addBatch(statements, batch, before);
        before += batch.length;
      }
    },
  };
}

async function addBatch(
  statements: Statements,
  reports: readonly NewReport[],
  before: number,
): Promise<void> {
  const column = <T>(value: (report: NewReport) => T): readonly T[] => reports.map(value);
  for (const report of reports) {
    rejectUnsafeId(report);
    rejectNul(report);
  }
  await statements.run(
    ADD,
    reports.map((_, index) => before + index + 1),
    column(({ line }) => line),
    column(({ id }) => id ?? null),
    column(({ createdAt }) => createdAt),
    column(({ bucket }) => BUCKETS.indexOf(bucket)),
    column(({ latitude }) => latitude),
    column(({ longitude }) => longitude),
    column(({ photo }) => photo !== null),
    column(({ photo }) => photo?.file ?? null),
    column(({ photo }) => photo?.caption ?? null),
    column(({ photo }) => photo?.expiresAt ?? null),
  );
  const likes = reports.flatMap(({ photo }, index) =>
    (photo?.likes ?? []).map((email) => ({ seq: before + index + 1, email: emailOf(email) })),
  );
  if (likes.length === 0) return;
  await statements.run(
    ADD_LIKES,
    likes.map(({ seq }) => seq),
    likes.map(({ email }) => email),
  );
}

/** PostgreSQL's text can hold every character but U+0000. */
function rejectNul({ photo, line }: NewReport): void {
  if (photo === null) return;
  if (![photo.file, photo.caption, ...photo.likes].some((text) => text?.includes('\0'))) return;
  throw new StoreError(
    'conflict',
    `line ${line}: the photo's texts contain the character U+0000, which PostgreSQL cannot store`,
  );
}
