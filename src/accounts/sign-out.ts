import type { Micros } from '../service/domain/micros.ts';
import type { AccountStore, Actor, SessionStore } from '../service/store/account-store.ts';

/** Ends all sessions of an account, and records it if there were any. Returns how many there were. */
export async function signOut(
  store: Pick<SessionStore, 'endSessions'> & Pick<AccountStore, 'recordEvent'>,
  account: number,
  { actor, now }: { readonly actor: Actor; readonly now: Micros },
): Promise<number> {
  const ended = await store.endSessions(account);
  if (ended > 0) {
    await store.recordEvent({ at: now, actor, action: 'account.signed-out', account, key: null, detail: '' });
  }
  return ended;
}
