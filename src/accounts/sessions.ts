import { HOUR, MINUTE, type Micros } from '../service/domain/micros.ts';
import { hashToken, newToken, sha256 } from '../service/keys/token.ts';
import type { AccountStore, Actor, SessionStore } from '../service/store/account-store.ts';
import { AccountError, type AccountRules } from './account-rules.ts';
import { domainOf } from './eligible-domain.ts';
import { mailboxOf } from './mailbox.ts';
import type { Mailer } from './mails.ts';
import { LINK_MINUTES, signInMail, signInTomorrowMail } from './mails.ts';
import { LINKS_COUNTED } from './retention.ts';

/** A link can be used before this time has passed since its creation, and a session before that one. */
const LINK_LIFETIME: Micros = LINK_MINUTES * MINUTE;
export const SESSION_LIFETIME: Micros = HOUR;
/** Links that an address can be sent in an hour. */
const LINKS_AN_HOUR = 3;

interface SessionsOptions {
  readonly store: SessionStore & Pick<AccountStore, 'account' | 'findAccount' | 'signIn' | 'recordEvent'>;
  readonly clock: () => Micros;
  readonly mailer: Mailer;
  readonly rules: AccountRules;
  /** Called after each sign-in, for metrics. */
  readonly signedIn?: () => void;
}

/** Signs people in by mail, and knows who is signed in, without HTTP. */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** True if no more mails can be sent at the moment. */
  isMailFull(): boolean {
    return this.#options.mailer.isFull?.() ?? false;
  }

  /**
   * Mails a link to sign in with, unless the address has had enough of them, and returns the address that gets it. It
   * doesn't look for an account, so nothing depends on whether there is one. `isMailed` is for limits; the page must not
   * depend on it. Throws `AccountError` for an invalid or ineligible address.
   */
  async requestLink(typed: string): Promise<{ readonly email: string; readonly isMailed: boolean }> {
    const { store, clock, mailer, rules } = this.#options;
    const email = mailboxOf(typed);
    if (!rules.mayUse(email)) {
      throw new AccountError(
        'email',
        `${domainOf(email)} is not the domain of a university that this service knows. Enter the address that your university gave you, or contact ${rules.contact}.`,
      );
    }
    const now = clock();
    const { token, hash } = newToken();
    const blocked = await store.isSignInBlocked(sha256(email), now);
    const isMailed = await store.addSignInLink(
      { hash, email, createdAt: now, expiresAt: now + LINK_LIFETIME },
      { most: LINKS_AN_HOUR, since: now - LINKS_COUNTED },
    );
    if (isMailed) {
      const mail = blocked ? signInTomorrowMail(email, rules) : signInMail(email, token, rules);
      mailer.send(mail, () => store.uncountSignInLink(hash));
    }
    return { email, isMailed };
  }

  /** The address of a link that can be used, without using it; null for any other token. */
  async linkAddress(token: string): Promise<string | null> {
    const hash = hashToken(token);
    return hash === null ? null : this.#options.store.signInLink(hash, this.#options.clock());
  }

  /** The eligible domain below which a link would create an account; null if it would create none, or one at the domain itself. */
  async newAccountBelow(token: string): Promise<string | null> {
    const email = await this.linkAddress(token);
    const domain = email === null ? null : this.#options.rules.domainAbove(email);
    return domain === null || (await this.#options.store.findAccount(email as string)) !== null
      ? null
      : domain;
  }

  /** Uses a link, which works once, and begins a session. Null if the link is unknown, used or too old. */
  async begin(token: string): Promise<{ readonly secret: string; readonly expiresAt: Micros } | null> {
    const { store, clock, signedIn } = this.#options;
    const now = clock();
    const link = hashToken(token);
    const email = link === null ? null : await store.useSignInLink(link, now);
    if (email === null || !(await this.#maySignIn(email, now))) return null;
    const account = await store.signIn(email, now);
    const { token: secret, hash } = newToken();
    const expiresAt = now + SESSION_LIFETIME;
    await store.addSession({ hash, account: account.id, createdAt: now, expiresAt });
    signedIn?.();
    return { secret, expiresAt };
  }

  /** The session of a secret; null if there is none, if it is over, or if its owner may no longer sign in. */
  async find(
    secret: string,
  ): Promise<{ readonly account: number; readonly email: string; readonly expiresAt: Micros } | null> {
    const { store, clock } = this.#options;
    const now = clock();
    const hash = hashToken(secret);
    const session = hash === null ? null : await store.findSession(hash, now);
    const account = session === null ? null : await store.account(session.account);
    // Somebody can sign in while the account is being deleted: the block keeps the new account unused until midnight.
    if (session === null || account === null || !(await this.#maySignIn(account.email, now))) return null;
    return { account: account.id, email: account.email, expiresAt: session.expiresAt };
  }

  /** Ends all sessions of the account. */
  async end(account: number): Promise<void> {
    await signOut(this.#options.store, account, { actor: 'owner', now: this.#options.clock() });
  }

  async #maySignIn(email: string, now: Micros): Promise<boolean> {
    return (
      this.#options.rules.mayUse(email) && !(await this.#options.store.isSignInBlocked(sha256(email), now))
    );
  }
}

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
