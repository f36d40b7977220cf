/** Deletes data by age: nothing else in the service deletes by the clock. */
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
 * Deletes sign-in links, sessions, blocked addresses, request counters and audit events that are no longer needed, in all stores of a
 * service. It trusts a clock only within 35 days after the newest report, request or audit event at start, and then after the last
 * deletion: what a wrong clock stores doesn't confirm it.
 */
export class Retention {
  readonly #stores: () => readonly RetentionStore[];
  /** The latest time that has certainly come. */
  #confirmed: Micros | null = null;

  /** `stores`: of the accounts and the venues. They change while venues come and go. */
  constructor(stores: () => readonly RetentionStore[]) {
    this.#stores = stores;
  }

  /**
   * Returns null, or, if the clock is too far ahead of it, the confirmed time; then nothing was deleted. What fails in one store doesn't
   * keep the others from it; then it rejects with all errors.
   */
  async deleteExpired(now: Micros): Promise<Micros | null> {
    const failures: unknown[] = [];
    const inEach = async <Result>(work: (store: RetentionStore) => Promise<Result>) => {
      const results: Result[] = [];
      // One after the other: requests have precedence.
      for (const store of new Set(this.#stores())) {
        await work(store).then(
          (result) => results.push(result),
          (error: unknown) => failures.push(error),
        );
      }
      return results;
    };
    if (this.#confirmed === null) {
      const known = (await inEach((store) => store.newestEvent(now))).filter((at) => at !== null);
      const newest = known.length === 0 && failures.length === 0 ? now : Math.max(...known);
      // A store that is away may know better.
      if (now - newest > TRUSTED_LEAP && failures.length > 0) throw allOf(failures);
      this.#confirmed = newest;
    }
    if (now - this.#confirmed > TRUSTED_LEAP) return this.#confirmed;
    await inEach(async (store) => {
      await store.deleteExpired(now, { since: now - LINKS_COUNTED });
      await store.deleteOldCounts(now - COUNTERS_KEPT);
      await store.deleteEvents(now - EVENTS_KEPT);
    });
    this.#confirmed = now;
    if (failures.length > 0) throw allOf(failures);
    return null;
  }
}

function allOf(failures: readonly unknown[]): unknown {
  return failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(String).join('; '));
}
