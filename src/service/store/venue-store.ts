import type { AccountStore } from './account-store.ts';
import type { Store } from './store.ts';

/**
 * A venue's store in a service with several: it has the venue's reports, and the accounts are in another store. Likes belong to e-mail
 * addresses, because each store numbers accounts by itself.
 */
export function venueStore(reports: Store, accounts: Pick<AccountStore, 'account'>): Store {
  if (reports === accounts) return reports;
  return {
    ...reports,
    async firstPhotos(queries, account) {
      const owner = account === 0 ? null : await accounts.account(account);
      const own = owner === null ? null : await reports.findAccount(owner.email);
      return reports.firstPhotos(queries, own?.id ?? 0);
    },
  };
}

/** The store of the accounts in a service with several venues, whose likes go with a deleted account. */
export function accountsOfVenues(accounts: Store, venues: () => readonly Store[]): Store {
  return {
    ...accounts,
    /** Those of all venues, whose reports have ids of their own. */
    async likesOf(id) {
      const owner = await accounts.account(id);
      const likes = [await accounts.likesOf(id)];
      for (const reports of owner === null ? [] : venues()) {
        const own = reports === accounts ? null : await reports.findAccount(owner?.email ?? '');
        if (own !== null) likes.push(await reports.likesOf(own.id));
      }
      return likes.flat();
    },

    async deleteAccount(id, at, actor) {
      const owner = await accounts.account(id);
      if (owner === null) return false;
      // Before the address is gone, so that what fails can be repeated.
      for (const reports of venues()) {
        const own = reports === accounts ? null : await reports.findAccount(owner.email);
        if (own !== null) await reports.deleteAccount(own.id, at, actor);
      }
      return accounts.deleteAccount(id, at, actor);
    },
  };
}
