/** What is deleted by age, and when: nothing else in the service deletes by the clock. */
import { DAY, HOUR, type Micros } from '../service/domain/micros.ts';
import type { AccountStore, SessionStore } from '../service/store/account-store.ts';
import type { QuotaStore, Store } from '../service/store/store.ts';

/** Links of an address are counted over this time, so they are kept as long. */
export const LINKS_COUNTED: Micros = HOUR;
/** How long a request counter stays after its last change, whatever day it counts. */
const COUNTERS_KEPT: Micros = 35 * DAY;
/** How long an event stays in the audit log. */
const EVENTS_KEPT: Micros = 400 * DAY;
/** A clock that is further ahead of everything stored is probably wrong. */
const TRUSTED_LEAP: Micros = COUNTERS_KEPT;

export type RetentionStore = Pick<SessionStore, 'deleteExpired'> &
  Pick<AccountStore, 'deleteEvents'> &
  Pick<QuotaStore, 'deleteOldCounts'> &
  Pick<Store, 'newestEvent'>;

/**
 * Deletes sign-in links, sessions, blocked addresses, request counters and audit events that are no longer needed. It trusts a
 * clock only within 35 days after the newest report, request or audit event at start, and then after the last deletion: what
 * a wrong clock stores doesn't confirm it.
 */
export class Retention {
  readonly #store: RetentionStore;
  /** The latest time that has certainly come. */
  #confirmed: Micros | null = null;

  constructor(store: RetentionStore) {
    this.#store = store;
  }

  /** Returns null, or, if the clock is too far ahead of it, the confirmed time; then nothing was deleted. */
  async deleteExpired(now: Micros): Promise<Micros | null> {
    this.#confirmed ??= (await this.#store.newestEvent(now)) ?? now;
    if (now - this.#confirmed > TRUSTED_LEAP) return this.#confirmed;
    await this.#store.deleteExpired(now, { since: now - LINKS_COUNTED });
    await this.#store.deleteOldCounts(now - COUNTERS_KEPT);
    await this.#store.deleteEvents(now - EVENTS_KEPT);
    this.#confirmed = now;
    return null;
  }
}
