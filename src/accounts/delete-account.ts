import type { LocalTime } from '../service/domain/local-time.ts';
import type { Micros } from '../service/domain/micros.ts';
import { sha256 } from '../service/keys/token.ts';
import type { Account, AccountStore, Actor, SessionStore } from '../service/store/account-store.ts';

/**
 * Deletes an account with its sessions and sign-in links, and blocks its address until the local day ends, so that a new account gives no
 * second quota on the same day, which may be another at venues (`daysApart`). False if there is no such account.
 */
export async function deleteAccount(
  store: Pick<AccountStore, 'deleteAccount'> &
    Pick<SessionStore, 'blockSignIn' | 'endSessions' | 'deleteSignInLinks'>,
  { id, email }: Account,
  by: { readonly actor: Actor; readonly now: Micros; readonly time: LocalTime; readonly daysApart: Micros },
): Promise<boolean> {
  // The block comes first: somebody who signs in after the deletion finds it.
  await store.blockSignIn(sha256(email), by.time.day(by.time.date(by.now)).end + by.daysApart);
  const deleted = await store.deleteAccount(id, by.now, by.actor);
  await store.endSessions(id);
  await store.deleteSignInLinks(email);
  return deleted;
}
