/** What rows of every engine have in common: how accounts, buckets and keys are written down. */
import { BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { Key } from './store.ts';

/** The form in which accounts are told apart: letter case makes no difference. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

/** A bucket is stored as its place in `BUCKETS`. */
export function placeOf(bucket: Bucket): number {
  return BUCKETS.indexOf(bucket);
}

/** The bucket at a place; throws when there is none. */
export function bucketOf(place: number): Bucket {
  const bucket = BUCKETS[place];
  if (bucket === undefined) throw new RangeError(`there is no bucket ${place}`);
  return bucket;
}

export interface KeyRow {
  readonly id: number;
  readonly prefix: string;
  readonly account_id: number;
  readonly email: string;
  readonly created_at: Micros;
  readonly revoked_at: Micros | null;
  readonly quota: number;
}

export function keyOf(row: KeyRow): Key {
  return {
    id: row.id,
    prefix: row.prefix,
    account: row.account_id,
    email: row.email,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    quota: row.quota,
  };
}
