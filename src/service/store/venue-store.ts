import type { AccountStore, VenueReport } from './account-store.ts';
import type { Store } from './store.ts';

/** The store of a venue, and the venue's id. */
export interface NamedStore {
  readonly id: string;
  readonly store: Store;
}

/** Stores that are open, or that are opened one after the other. */
export type NamedStores = Iterable<NamedStore> | AsyncIterable<NamedStore>;

/**
 * A venue's store in a service with several: it has the venue's reports, and the accounts are in another store. Likes belong to e-mail
 * addresses, because each store numbers accounts by itself.
 */
export function venueStore(reports: Store, accounts: Pick<AccountStore, 'account'>): Store {
  if (reports === accounts) return reports;
  return {
    ...reports,
    async firstPhoto(search, account) {
      const owner = account === 0 ? null : await accounts.account(account);
      const own = owner === null ? null : await reports.findAccount(owner.email);
      return reports.firstPhoto(search, own?.id ?? 0);
    },
  };
}

/** The venues whose stores have an account of an address, and its number there. An import with likes makes one, too. */
export async function* accountsAt(
  venues: NamedStores,
  email: string,
): AsyncGenerator<{ readonly venue: string; readonly store: Store; readonly account: number }> {
  for await (const { id, store } of venues) {
    const account = await store.findAccount(email);
    if (account !== null) yield { venue: id, store, account: account.id };
  }
}

/** The store of the accounts in a service with several venues. Likes are those at all of them, and go with a deleted account. */
export function accountsOfVenues(accounts: Store, venues: () => NamedStores): Store {
  return {
    ...accounts,
    async likesOf(id) {
      const { email = '' } = (await accounts.account(id)) ?? {};
      // Of reports beside the accounts, which may be no venue's any more.
      let others = await accounts.likesOf(id);
      const likes: VenueReport[] = [];
      for await (const { venue, store, account } of accountsAt(venues(), email)) {
        if (store === accounts) others = [];
        for (const like of await store.likesOf(account)) {
          likes.push(typeof like === 'number' ? { venue, id: like } : like);
        }
      }
      return [...others, ...likes];
    },

    async deleteAccount(id, at, actor) {
      const owner = await accounts.account(id);
      if (owner === null) return false;
      // Before the address is gone, so that what fails can be repeated.
      for await (const { store, account } of accountsAt(venues(), owner.email)) {
        if (store !== accounts) await store.deleteAccount(account, at, actor);
      }
      return accounts.deleteAccount(id, at, actor);
    },
  };
}
