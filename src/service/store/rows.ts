/** How every engine stores accounts, buckets, keys, audit events and photos. */
import { BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { Photo } from '../domain/report.ts';
import { cut, TEXT_LIMITS } from '../domain/text-limits.ts';
import type { Account, Actor, AuditAction, AuditEvent, Key } from './account-store.ts';

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

export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly created_at: Micros | null;
}

export function accountOf(row: AccountRow): Account {
  return { id: row.id, email: row.email, createdAt: row.created_at };
}

/** What `KeyRow` has; the aliases of the tables are `k` and `a`. */
export const KEY_COLUMNS =
  'k.id, k.prefix, k.account_id, a.email, k.created_at, k.revoked_at, k.quota, k.name, k.expires_at';

export interface KeyRow {
  readonly id: number;
  readonly prefix: string;
  readonly account_id: number;
  readonly email: string;
  readonly created_at: Micros;
  readonly revoked_at: Micros | null;
  readonly quota: number;
  readonly name: string;
  readonly expires_at: Micros | null;
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
    name: row.name,
    expiresAt: row.expires_at,
  };
}

export interface AuditRow {
  readonly id: number;
  readonly at: Micros;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly account_id: number | null;
  readonly key_id: number | null;
  readonly detail: string;
}

export function auditEventOf(row: AuditRow): AuditEvent {
  const { id, at, actor, action, account_id: account, key_id: key, detail } = row;
  return { id, at, actor, action, account, key, detail };
}

/**
 * How many characters of a caption are read. Databases may have longer ones, from before imports had a limit; one more than the limit
 * shows that a response must cut it.
 */
export const CAPTION_READ = TEXT_LIMITS.caption + 1;

export interface PhotoRow {
  readonly report_id: number;
  readonly created_at: Micros;
  readonly file: string | null;
  /** The beginning of a longer one (`CAPTION_READ`). */
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
    caption: cut(row.caption, TEXT_LIMITS.caption),
    expiresAt: row.expires_at,
    likeCount: row.like_count,
    liked: Boolean(row.liked),
  };
}
