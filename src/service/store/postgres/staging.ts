/** Holds reports in tables of their own, outside of the locks of others, until they are merged. */
import { randomInt } from 'node:crypto';
import { BUCKETS } from '../../domain/bucket.ts';
import { StoreError } from '../errors.ts';
import { rejectUnsafeId } from '../merge-reports.ts';
import { emailOf } from '../rows.ts';
import type { NewReport } from '../store.ts';
import type { Statements } from './statements.ts';

/** How many reports are sent to the server at once. */
const BATCH = 2000;

const ADD = `
  INSERT INTO staged
    (import, seq, line, id, created_at, bucket, latitude, longitude, has_photo, file, caption, expires_at)
  SELECT $1::bigint, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[], $7::float8[],
    $8::float8[], $9::boolean[], $10::text[], $11::text[], $12::bigint[])`;

const ADD_LIKES = `
  INSERT INTO staged_like SELECT $1::bigint, * FROM unnest($2::bigint[], $3::text[]) ON CONFLICT DO NOTHING`;

const TABLES = ['staged', 'staged_like'];

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** How many numbers the imports that begin on a day choose from. */
const A_DAY = 2 ** 32;

/** The rows of one import. */
export interface Staging {
  /** Distinguishes its rows from those of others. */
  readonly id: number;
  /** How many reports were added. */
  readonly count: number;
  /** Appends reports. */
  add(reports: readonly NewReport[]): Promise<void>;
  /** Deletes its rows. */
  clear(): Promise<void>;
}

/** Begins an import, and deletes what those that never ended have left for more than a day. */
export async function createStaging(statements: Statements): Promise<Staging> {
  const today = Math.floor(Date.now() / DAY);
  for (const table of TABLES)
    await statements.run(`DELETE FROM ${table} WHERE import < $1`, (today - 1) * A_DAY);
  const id = today * A_DAY + randomInt(A_DAY);
  let count = 0;

  return {
    id,

    get count() {
      return count;
    },

    async add(reports) {
      for (let start = 0; start < reports.length; start += BATCH) {
        const batch = reports.slice(start, start + BATCH);
        await addBatch(statements, id, batch, count);
        count += batch.length;
      }
    },

    async clear() {
      for (const table of TABLES) await statements.run(`DELETE FROM ${table} WHERE import = $1`, id);
    },
  };
}

async function addBatch(
  statements: Statements,
  id: number,
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
    id,
    reports.map((_, index) => before + index + 1),
    column(({ line }) => line),
    column((report) => report.id ?? null),
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
    id,
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
