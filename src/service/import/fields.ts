/** Fields that more than one format has. */
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import { type NoDateTime, parseDateTime } from '../domain/date-time.ts';
import { HOUR, type Micros, microsOf } from '../domain/micros.ts';
import { printable } from '../domain/texts.ts';
import type { NewPhoto } from '../store/store.ts';

/** An invalid field; becomes a `BadLineError` where the line is known. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** A value as an error message shows it: on one line and shortened. */
export function shown(value: unknown): string {
  const text = printable(JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The labels of both forms: ranges in Form 1, and the buckets' values in Form 2. */
const BY_LABEL: ReadonlyMap<string, Bucket> = new Map([
  ...BUCKETS.map((bucket) => [String(BUCKET_VALUE[bucket]), bucket] as const),
  ...BUCKETS.map((bucket) => [bucket, bucket] as const),
]);

const LABELS = `${BUCKETS.join(', ')} (Form 1) or ${BUCKETS.map((bucket) => BUCKET_VALUE[bucket]).join(', ')} (Form 2)`;

/** The bucket with a label of either form ("Buckets"); throws `FieldError` for any other text. */
export function parseBucketLabel(label: unknown): Bucket {
  const bucket = typeof label === 'string' ? BY_LABEL.get(label) : undefined;
  if (bucket === undefined) throw new FieldError(`bucket ${shown(label)} is not one of ${LABELS}`);
  return bucket;
}

const ALLOWED = 'write it such as 2016-10-20T12:30:00-07:00, 2016-10-20T19:30:00.123456Z or 20161020T1930Z';

/** Why a text is no time, and what is allowed. */
const NO_TIME = {
  format: `is not an ISO 8601 date-time with an offset; ${ALLOWED}`,
  'no-offset': `has no offset from UTC, so it is not known when it was; ${ALLOWED}`,
  'not-existing': `does not exist: check its date, time and offset; ${ALLOWED}`,
} as const satisfies Readonly<Record<NoDateTime, string>>;

const FIRST_TIME: Micros = 0;
const TIME_LIMIT: Micros = microsOf(Temporal.Instant.from('2200-01-01T00:00:00Z'));

/**
 * The time of an ISO 8601 date-time with `Z` or an offset, from 1970 to 2199, in each spelling of `parseDateTime`. Throws
 * `FieldError`, which names the field and what is allowed, for anything else.
 */
export function parseTimestamp(field: string, text: unknown): Micros {
  const parsed = typeof text === 'string' ? parseDateTime(text) : 'format';
  if (typeof parsed === 'string') throw new FieldError(`${field} ${shown(text)} ${NO_TIME[parsed]}`);
  if (parsed.at < FIRST_TIME || parsed.at >= TIME_LIMIT) {
    throw new FieldError(`${field} ${shown(text)} is outside the years 1970 to 2199`);
  }
  return parsed.at;
}

/** How long a photo is valid when its source has no expiry: 365 days of 24 hours. */
const PHOTO_LIFETIME: Micros = 365 * 24 * HOUR;

/** When a photo without an expiry in its source expires. */
export function defaultExpiry(createdAt: Micros): Micros {
  return createdAt + PHOTO_LIFETIME;
}

/** A photo whose source says only that it exists. */
export function unknownPhoto(createdAt: Micros): NewPhoto {
  return { file: null, caption: '', expiresAt: defaultExpiry(createdAt), likes: [] };
}
