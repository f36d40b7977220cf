import { BUCKET_VALUE, BUCKETS, type Bucket } from '../domain/bucket.ts';
import { FieldError, shown } from './errors.ts';

/** Labels of both forms: Form 1's own, and Form 2's digits, which are the number a report counts for. */
const BY_LABEL: ReadonlyMap<string, Bucket> = new Map([
  ...BUCKETS.map((bucket) => [String(BUCKET_VALUE[bucket]), bucket] as const),
  ...BUCKETS.map((bucket) => [bucket, bucket] as const),
]);

const ALLOWED = `${BUCKETS.join(', ')} (Form 1) or ${BUCKETS.map((bucket) => BUCKET_VALUE[bucket]).join(', ')} (Form 2)`;

/** The bucket that a label of either form stands for ("Buckets"); throws `FieldError` for any other text. */
export function parseBucketLabel(label: unknown): Bucket {
  const bucket = typeof label === 'string' ? BY_LABEL.get(label) : undefined;
  if (bucket === undefined) throw new FieldError(`bucket ${shown(label)} is not one of ${ALLOWED}`);
  return bucket;
}
