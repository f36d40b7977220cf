/** Fields that more than one format has. */
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
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

const TIMESTAMP =
  /^(\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.(?<fraction>\d+))?(?<offset>Z|[+-]\d{2}:\d{2})?$/;

const TIMESTAMP_EXAMPLE = 'such as 2016-10-20T12:30:00-07:00 or 2016-10-20T19:30:00.123456Z';

const FIRST_TIME: Micros = 0;
const TIME_LIMIT: Micros = microsOf(Temporal.Instant.from('2200-01-01T00:00:00Z'));

/**
 * The time of an ISO 8601 date-time with `Z` or an offset, from 1970 to 2199. Throws `FieldError`, which names the
 * field, for a time without an offset, with digits finer than microseconds, or that does not exist.
 */
export function parseTimestamp(field: string, text: unknown): Micros {
  const match = typeof text === 'string' ? TIMESTAMP.exec(text) : null;
  if (typeof text !== 'string' || match === null) {
    throw new FieldError(
      `${field} ${shown(text)} is not an ISO 8601 date-time with an offset, ${TIMESTAMP_EXAMPLE}`,
    );
  }
  const { fraction = '', offset } = match.groups ?? {};
  if (offset === undefined)
    throw new FieldError(`${field} ${shown(text)} has no offset; write it ${TIMESTAMP_EXAMPLE}`);
  if (fraction.length > 6) {
    throw new FieldError(`${field} ${shown(text)} has digits finer than microseconds; at most 6 are allowed`);
  }
  const at = instantOf(field, text);
  if (at < FIRST_TIME || at >= TIME_LIMIT) {
    throw new FieldError(`${field} ${shown(text)} is outside the years 1970 to 2199`);
  }
  return at;
}

function instantOf(field: string, text: string): Micros {
  try {
    return microsOf(Temporal.Instant.from(text));
  } catch {
    throw new FieldError(`${field} ${shown(text)} does not exist: check its date, time and offset`);
  }
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
