import type { LocalTime } from '../service/domain/local-time.ts';
import { type Micros, microsOf } from '../service/domain/micros.ts';
import type { Account, AccountStore, KeyStore, SessionStore } from '../service/store/account-store.ts';
import type { QuotaStore } from '../service/store/store.ts';

/** The newest events of an account that its owner sees, and gets with the export: all that are kept, in practice. */
const MOST_EVENTS = 10_000;

/** Everything that is stored about an account, as JSON with the names of the wire. Secrets are not stored. */
export async function accountData(
  store: Pick<KeyStore, 'keysOf'> &
    Pick<AccountStore, 'likesOf' | 'auditEvents'> &
    Pick<SessionStore, 'signInLinksOf' | 'sessionsOf'> &
    Pick<QuotaStore, 'keyUse' | 'dailyUse'>,
  { id, email, createdAt }: Account,
  { now, time }: { readonly now: Micros; readonly time: LocalTime },
): Promise<object> {
  const timestamp = (at: Micros | null) => (at === null ? null : time.timestamp(at));
  const today = time.date(now).toString();
  const keys = await store.keysOf(id);
  const uses = await Promise.all(
    keys.map(async ({ id }) => ({ ...(await store.keyUse(id, today)), days: await store.dailyUse(id) })),
  );
  const links = await store.signInLinksOf(email);
  const sessions = await store.sessionsOf(id);
  const events = await store.auditEvents({ account: id, limit: MOST_EVENTS });
  return {
    exported_at: timestamp(now),
    account: { id, email, created_at: timestamp(createdAt), liked_photos: await store.likesOf(id) },
    keys: keys.map((key, index) => ({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      quota: key.quota,
      venues: key.venues?.split(',') ?? null,
      created_at: timestamp(key.createdAt),
      expires_at: timestamp(key.expiresAt),
      revoked_at: timestamp(key.revokedAt),
      used_today: uses[index]?.used ?? 0,
      last_used_at: timestamp(uses[index]?.lastUsedAt ?? null),
      use: uses[index]?.days.map(({ day, used }) => ({ day, requests: used })) ?? [],
    })),
    sign_in_links: links.map((link) => ({
      created_at: timestamp(link.createdAt),
      expires_at: timestamp(link.expiresAt),
      used_at: timestamp(link.usedAt),
    })),
    sessions: sessions.map((session) => ({
      created_at: timestamp(session.createdAt),
      expires_at: timestamp(session.expiresAt),
    })),
    events: events.map(({ at, actor, action, key, detail }) => ({
      at: timestamp(at),
      actor,
      action,
      key,
      detail: detailWithTimes(detail, (end) => time.timestamp(end)),
    })),
  };
}

/** The detail of an event in the audit log for people, with its times as `write` writes them. The log has them in UTC and in whole seconds. */
export function detailWithTimes(detail: string, write: (at: Micros) => string): string {
  if (detail === 'without an end') return 'never expires';
  return detail.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (text) =>
    write(microsOf(Temporal.Instant.from(text))),
  );
}
