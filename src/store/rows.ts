/** How every engine stores accounts, buckets, keys, quota requests, audit events and photos. */
import { BUCKETS, type Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import type { Photo } from '../domain/report.ts';
import { cut, TEXT_LIMITS } from '../domain/text-limits.ts';
import type {
  Account,
  Actor,
  AuditAction,
  AuditEvent,
  Credential,
  Key,
  QuotaRequestRecord,
} from './account-store.ts';

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

const REVOKED = "SELECT 1 FROM audit_event e WHERE e.key_id = k.id AND e.action = 'key.revoked'";

/**
 * What `KeyRow` has; the aliases of the tables are `k` and `a`. The audit log says who revoked a key: its revocation has the
 * time of the event, and `revokeKey` records no later one at an earlier time.
 */
export const KEY_COLUMNS = `
  k.id, k.prefix, k.account_id, a.email, k.created_at, k.revoked_at, k.quota, k.name, k.expires_at, k.previous_until,
  k.revoked_at IS NOT NULL AND a.deleted_at IS NULL
    AND EXISTS (${REVOKED} AND e.at = k.revoked_at AND e.actor = 'finder')
    AND NOT EXISTS (${REVOKED} AND e.at >= k.revoked_at AND e.actor <> 'finder') AS is_leaked`;

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
  readonly previous_until: Micros | null;
  /** SQLite has no booleans. */
  readonly is_leaked: boolean | 0 | 1;
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
    previousUntil: row.previous_until,
    isLeaked: Boolean(row.is_leaked),
  };
}

export interface CredentialRow extends KeyRow {
  readonly ends_at: Micros | null;
}

export function credentialOf(row: CredentialRow): Credential {
  return { key: keyOf(row), endsAt: row.ends_at };
}

/** Reads quota requests as `QuotaRequestRow`; the alias of their table is `r`, and that of their keys `k`. */
export const QUOTA_REQUEST_SQL = `
  SELECT r.id, r.key_id, k.name AS key_name, k.account_id, a.email, r.quota, r.reason, r.created_at, r.decided_at,
    r.granted, r.answer
  FROM quota_request r JOIN api_key k ON k.id = r.key_id JOIN account a ON a.id = k.account_id`;

export interface QuotaRequestRow {
  readonly id: number;
  readonly key_id: number;
  readonly key_name: string;
  readonly account_id: number;
  readonly email: string;
  readonly quota: number;
  readonly reason: string;
  readonly created_at: Micros;
  readonly decided_at: Micros | null;
  readonly granted: number | null;
  readonly answer: string;
}

export function quotaRequestOf(row: QuotaRequestRow): QuotaRequestRecord {
  return {
    id: row.id,
    key: row.key_id,
    keyName: row.key_name,
    account: row.account_id,
    email: row.email,
    quota: row.quota,
    reason: row.reason,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    granted: row.granted,
    answer: row.answer,
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
