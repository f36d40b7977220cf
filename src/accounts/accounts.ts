import type { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, type Micros } from '../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import { domainOf } from '../keys/eligible-domain.ts';
import type {
  AccountStore,
  ChangedBy,
  Key,
  KeyStore,
  QuotaRequestRecord,
  SessionStore,
} from '../store/account-store.ts';
import type { QuotaStore } from '../store/store.ts';
import { accountData } from './account-data.ts';
import { AccountError } from './account-error.ts';
import type { AccountRules } from './account-rules.ts';
import { deleteAccount } from './delete-account.ts';
import { expiryOf, keyNameOf, overlapOf, reasonOf, wantedQuotaOf } from './key-rules.ts';
import { keyState } from './key-state.ts';
import { revokeLeaked } from './leaked-key.ts';
import { mailboxOf } from './mailbox.ts';
import type { Mailer } from './mailer.ts';
import { LINK_MINUTES, leakedKeyMail, signInMail, signInTomorrowMail } from './mails.ts';
import { type Overview, overviewOf } from './overview.ts';
import { LINKS_COUNTED } from './retention.ts';
import { hashToken, newToken, sha256 } from './token.ts';

export type AccountsStore = KeyStore & SessionStore & AccountStore & Pick<QuotaStore, 'keyUse' | 'dailyUse'>;

/** A new or replaced key with its secret, which is stored nowhere. */
export interface ShownKey {
  readonly key: Key;
  readonly secret: string;
}

/** A link can be used before this time has passed since its creation, and a session before that one. */
export const LINK_LIFETIME: Micros = LINK_MINUTES * MINUTE;
export const SESSION_LIFETIME: Micros = HOUR;
/** Links that an address can be sent in an hour. */
export const LINKS_AN_HOUR = 3;

/**
 * What people can do with their account and their keys (record 76), without HTTP. Methods take the id of the account from
 * its session. Ids of keys come from outside: the store looks for them in the account only. What an owner can mend is an
 * `AccountError`.
 */
export class Accounts {
  readonly #store: AccountsStore;
  readonly #clock: () => Micros;
  readonly #time: LocalTime;
  readonly #mailer: Mailer;
  readonly #rules: AccountRules;
  readonly #signedIn: () => void;

  constructor(parts: {
    readonly store: AccountsStore;
    readonly clock: () => Micros;
    readonly time: LocalTime;
    readonly mailer: Mailer;
    readonly rules: AccountRules;
    /** Is told of each sign-in, for metrics. */
    readonly signedIn?: () => void;
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#time = parts.time;
    this.#mailer = parts.mailer;
    this.#rules = parts.rules;
    this.#signedIn = parts.signedIn ?? (() => undefined);
  }

  /** Whether no more mails can be sent at the moment. */
  isMailFull(): boolean {
    return this.#mailer.isFull?.() ?? false;
  }

  /**
   * Mails a link to sign in with, unless the address has had enough of them, and returns the address that gets it. It
   * doesn't look for an account, so nothing depends on whether there is one. `isMailed` is for limits; the page must not
   * depend on it. Throws `AccountError` for an invalid or ineligible address.
   */
  async requestSignIn(typed: string): Promise<{ readonly email: string; readonly isMailed: boolean }> {
    const email = mailboxOf(typed);
    if (!this.#rules.mayUse(email)) {
      const { contact } = this.#rules;
      throw new AccountError(
        'email',
        `${domainOf(email)} is not the domain of a university that this service knows. Enter the address that your university gave you, or contact ${contact}.`,
      );
    }
    const now = this.#clock();
    const { token, hash } = newToken();
    const blocked = await this.#store.isSignInBlocked(sha256(email), now);
    const isMailed = await this.#store.addSignInLink(
      { hash, email, createdAt: now, expiresAt: now + LINK_LIFETIME },
      { most: LINKS_AN_HOUR, since: now - LINKS_COUNTED },
    );
    if (isMailed) {
      const mail = blocked ? signInTomorrowMail(email, this.#rules) : signInMail(email, token, this.#rules);
      this.#mailer.send(mail, () => this.#store.uncountSignInLink(hash));
    }
    return { email, isMailed };
  }

  /** The address of a link that can be used, without using it; null for any other token. */
  async signInAddress(token: string): Promise<string | null> {
    const hash = hashToken(token);
    return hash === null ? null : this.#store.signInLink(hash, this.#clock());
  }

  /** Uses a link, which works once, and begins a session. Null if the link is unknown, used or too old. */
  async signIn(token: string): Promise<{ readonly secret: string; readonly expiresAt: Micros } | null> {
    const now = this.#clock();
    const link = hashToken(token);
    const email = link === null ? null : await this.#store.useSignInLink(link, now);
    if (email === null || !(await this.#maySignIn(email, now))) return null;
    const account = await this.#store.signIn(email, now);
    const { token: secret, hash } = newToken();
    const expiresAt = now + SESSION_LIFETIME;
    await this.#store.addSession({ hash, account: account.id, createdAt: now, expiresAt });
    this.#signedIn();
    return { secret, expiresAt };
  }

  /** The session of a secret; null if there is none, if it is over, or if its owner may no longer sign in. */
  async session(
    secret: string,
  ): Promise<{ readonly account: number; readonly email: string; readonly expiresAt: Micros } | null> {
    const now = this.#clock();
    const hash = hashToken(secret);
    const session = hash === null ? null : await this.#store.findSession(hash, now);
    const account = session === null ? null : await this.#store.account(session.account);
    // Somebody can sign in while the account is being deleted: the block keeps the new account unused until midnight.
    if (session === null || account === null || !(await this.#maySignIn(account.email, now))) return null;
    return { account: account.id, email: account.email, expiresAt: session.expiresAt };
  }

  /** Ends all sessions of the account. */
  async signOut(account: number): Promise<void> {
    await this.#store.endSessions(account);
  }

  async overview(account: number): Promise<Overview> {
    const { mostKeys } = this.#rules;
    return overviewOf(this.#store, account, { now: this.#clock(), time: this.#time, mostKeys });
  }

  /** `expires`: a name in `EXPIRIES`. */
  async createKey(
    account: number,
    { name, expires }: { readonly name: string; readonly expires: string },
  ): Promise<ShownKey> {
    const now = this.#clock();
    const secret = newApiKey();
    const { mostKeys, quota } = this.#rules;
    const key = await this.#store.addKey(
      {
        account,
        hash: hashApiKey(secret),
        prefix: apiKeyPrefix(secret),
        createdAt: now,
        quota,
        name: keyNameOf(name),
        expiresAt: expiryOf(expires, now),
      },
      { most: mostKeys, since: this.#time.startOfDay(this.#time.date(now)) },
    );
    if (key === 'too-many') {
      const keys = mostKeys === 1 ? 'one key' : `${mostKeys} keys`;
      throw new AccountError(
        null,
        `An account can have ${keys} a day. A key that was revoked or expired today counts until midnight. You can replace a key instead.`,
      );
    }
    if (key === 'name-taken') throw nameTaken();
    if (key === 'no-account') throw new AccountError(null, 'The account was deleted.');
    return { key, secret };
  }

  /** `overlap`: a name in `OVERLAPS`. `prefix`: the prefix of the secret to replace, so that a repeated call replaces nothing. */
  async replaceKey(
    account: number,
    id: number,
    { overlap, prefix }: { readonly overlap: string; readonly prefix: string },
  ): Promise<ShownKey> {
    const now = this.#clock();
    const secret = newApiKey();
    const previousUntil = now + overlapOf(overlap);
    const found = await this.#activeKey(account, id, now);
    const replaced = { hash: hashApiKey(secret), prefix: apiKeyPrefix(secret), at: now, previousUntil };
    const key = await this.#store.replaceSecret(found.id, replaced, { prefix }, byOwner(account));
    if (key === null) {
      throw new AccountError(
        null,
        'The key was replaced already, and its new secret was shown only once. If you didn’t copy it, replace the key again.',
      );
    }
    return { key, secret };
  }

  async renameKey(account: number, id: number, name: string): Promise<Key> {
    const now = this.#clock();
    const found = await this.#activeKey(account, id, now);
    const key = await this.#store.renameKey(found.id, keyNameOf(name), now, byOwner(account));
    if (key === 'name-taken') throw nameTaken();
    return key ?? noSuchKey();
  }

  /** A key that was revoked before keeps its time of revocation. */
  async revokeKey(account: number, id: number): Promise<Key> {
    const found = await this.#key(account, id);
    return (await this.#store.revokeKey(found.id, this.#clock(), byOwner(account))) ?? noSuchKey();
  }

  /** Asks the operator for more requests a day for a key. */
  async requestQuota(
    account: number,
    id: number,
    { quota, reason }: { readonly quota: number; readonly reason: string },
  ): Promise<QuotaRequestRecord> {
    const now = this.#clock();
    const key = await this.#activeKey(account, id, now);
    const request = await this.#store.addQuotaRequest({
      ...{ account, key: key.id, at: now },
      quota: wantedQuotaOf(quota, key),
      reason: reasonOf(reason),
    });
    if (request === 'no-key') return noSuchKey();
    if (request === 'open') {
      throw new AccountError('quota', 'You have already asked for more requests for this key.');
    }
    return request;
  }

  /** Everything that is stored about the account, as JSON. */
  async exportData(account: number): Promise<object> {
    const now = this.#clock();
    const found = await this.#store.account(account);
    if (found === null) throw new AccountError(null, 'The account was deleted.');
    await this.#store.recordEvent({
      ...{ at: now, actor: 'owner', action: 'account.exported', account, key: null, detail: '' },
    });
    return accountData(this.#store, found, { now, time: this.#time });
  }

  /** `email`: the address of the account, typed again. */
  async deleteAccount(account: number, { email }: { readonly email: string }): Promise<void> {
    const found = await this.#store.account(account);
    if (found === null) throw new AccountError(null, 'The account was deleted.');
    if (email.trim().toLowerCase() !== found.email) {
      throw new AccountError('email', 'This is not the address of your account.');
    }
    await deleteAccount(this.#store, found, { actor: 'owner', now: this.#clock(), time: this.#time });
  }

  /** Revokes a key that somebody found, and mails its owner. Returns the same whether there is such a key or not. */
  async revokeLeakedKey(secret: string): Promise<void> {
    const key = await revokeLeaked(this.#store, secret, this.#clock());
    if (key !== null) this.#mailer.send(leakedKeyMail(key, this.#rules));
  }

  async #maySignIn(email: string, now: Micros): Promise<boolean> {
    return this.#rules.mayUse(email) && !(await this.#store.isSignInBlocked(sha256(email), now));
  }

  async #key(account: number, id: number): Promise<Key> {
    return (await this.#store.keysOf(account)).find((key) => key.id === id) ?? noSuchKey();
  }

  async #activeKey(account: number, id: number, now: Micros): Promise<Key> {
    const key = await this.#key(account, id);
    if (keyState(key, now) === 'active') return key;
    throw new AccountError(null, `The key ${key.name || `${key.prefix}…`} no longer works.`);
  }
}

function byOwner(account: number): ChangedBy {
  return { actor: 'owner', account };
}

function nameTaken(): AccountError {
  return new AccountError('name', 'Another of your keys has this name. Choose another one.');
}

/** The same for a key of somebody else and for none. */
function noSuchKey(): never {
  throw new AccountError(null, 'There is no such key.');
}
