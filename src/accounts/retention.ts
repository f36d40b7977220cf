import { HOUR, type Micros } from '../domain/micros.ts';
import type { AccountStore, SessionStore } from '../store/account-store.ts';
import type { QuotaStore } from '../store/store.ts';

/** Links of an address are counted over this time, so they are kept as long. */
export const LINKS_COUNTED: Micros = HOUR;
/** How long an event stays in the audit log. */
const EVENTS_KEPT: Micros = 400 * 24 * HOUR;

/** Deletes sign-in links, sessions, blocked addresses, request counters and audit events that are no longer needed. */
export async function deleteExpired(
  store: Pick<SessionStore, 'deleteExpired'> &
    Pick<AccountStore, 'deleteEvents'> &
    Pick<QuotaStore, 'deleteOldCounts'>,
  now: Micros,
): Promise<void> {
  await store.deleteExpired(now, { since: now - LINKS_COUNTED });
  await store.deleteOldCounts();
  await store.deleteEvents(now - EVENTS_KEPT);
}
