/** How every engine stores accounts, buckets and keys. */
import { BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { Key } from './store.ts';

/** The address that identifies an account: letter case makes no difference. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

/** A bucket is stored as its index in `BUCKETS`. */
export function indexOf(bucket: Bucket): number {
  return BUCKETS.indexOf(bucket);
}

/** Throws `RangeError` for an invalid index. */
export function bucketAt(index: number): Bucket {
  const bucket = BUCKETS[index];
  if (bucket === undefined) throw new RangeError(`there is no bucket ${index}`);
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
