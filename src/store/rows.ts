/** How every engine stores accounts, buckets, keys and photos. */
import { BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { Photo } from '../domain/report.ts';
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

export interface PhotoRow {
  readonly report_id: number;
  readonly created_at: Micros;
  readonly file: string | null;
  readonly caption: string;
  readonly expires_at: Micros;
  readonly like_count: number;
  /** SQLite has no booleans. */
  readonly liked: boolean | 0 | 1;
}

export function photoOf(row: PhotoRow): Photo {
  return {
    reportId: row.report_id,
    createdAt: row.created_at,
    file: row.file,
    caption: row.caption,
    expiresAt: row.expires_at,
    likeCount: row.like_count,
    liked: Boolean(row.liked),
  };
}
