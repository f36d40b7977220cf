import type { LocalTime } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import {
  type AccountStore,
  type ChangedBy,
  isActive,
  isReplaceable,
  type Key,
  type KeyLimit,
  type KeyStore,
  type QuotaRequestRecord,
  type SessionStore,
} from '../store/account-store.ts';
import type { QuotaStore } from '../store/store.ts';
import { accountData } from './account-data.ts';
import { AccountError } from './account-error.ts';
import type { AccountRules } from './account-rules.ts';
import { deleteAccount } from './delete-account.ts';
import { earlierExpiries, expiryOf, keyNameOf, overlapOf, reasonOf, wantedQuotaOf } from './key-rules.ts';
import { revokeLeaked } from './leaked-key.ts';
import type { Mailer } from './mailer.ts';
import { leakedKeyMail } from './mails.ts';
import { type Overview, overviewOf } from './overview.ts';

type AccountsStore = KeyStore &
  AccountStore &
  Pick<SessionStore, 'blockSignIn' | 'endSessions' | 'signInLinksOf' | 'sessionsOf'> &
  Pick<QuotaStore, 'keyUse' | 'dailyUse'>;

/** A new or replaced key with its secret, which is stored nowhere. */
export interface ShownKey {
  readonly key: Key;
  readonly secret: string;
}

/**
 * What people can do with their account and their keys (record 76), without HTTP. Methods take the id of the account from
 * its session. Ids of keys come from outside: the store looks for them in the account only. An error that an owner can correct is an
 * `AccountError`.
 */
export class Accounts {
  readonly #store: AccountsStore;
  readonly #clock: () => Micros;
  readonly #time: LocalTime;
  readonly #mailer: Mailer;
  readonly #rules: AccountRules;

  constructor(parts: {
    readonly store: AccountsStore;
    readonly clock: () => Micros;
    readonly time: LocalTime;
    readonly mailer: Mailer;
    readonly rules: AccountRules;
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#time = parts.time;
    this.#mailer = parts.mailer;
    this.#rules = parts.rules;
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
    const key = await this.#store.addKey(
      {
        account,
        hash: hashApiKey(secret),
        prefix: apiKeyPrefix(secret),
        createdAt: now,
        quota: this.#rules.quota,
        name: keyNameOf(name),
        expiresAt: expiryOf(expires, now),
      },
      this.#limit(now),
    );
    if (key === 'too-many') throw tooMany(this.#rules, 'You can replace a key instead.');
    if (key === 'name-taken') throw nameTaken();
    if (key === 'no-account') throw new AccountError(null, 'The account was deleted.');
    return { key, secret };
  }

  /**
   * `overlap`: a name in `OVERLAPS`; a leaked key has none. `prefix`: the prefix of the secret to replace, so that a repeated
   * call replaces nothing.
   */
  async replaceKey(
    account: number,
    id: number,
    { overlap, prefix }: { readonly overlap: string; readonly prefix: string },
  ): Promise<ShownKey> {
    const now = this.#clock();
    const secret = newApiKey();
    const next = { hash: hashApiKey(secret), prefix: apiKeyPrefix(secret), at: now };
    const expected = { prefix };
    const by = byOwner(account);
    const found = await this.#key(account, id);
    let key: Key | 'name-taken' | 'too-many' | null;
    if (isReplaceable(found, now)) {
      key = await this.#store.replaceLeaked(id, next, expected, this.#limit(now), by);
    } else {
      requireActive(found, now);
      const overlapping = { ...next, previousUntil: now + overlapOf(overlap) };
      key = await this.#store.replaceSecret(id, overlapping, expected, by);
    }
    if (key === 'name-taken') {
      throw new AccountError(
        null,
        'Another of your keys has this name. Rename that one, then replace this one.',
      );
    }
    if (key === 'too-many')
      throw tooMany(this.#rules, 'To replace this one, revoke another key, and come back tomorrow.');
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

  /** Makes a key expire earlier. `choice` is a name in `EXPIRIES`. */
  async setExpiry(account: number, id: number, choice: string): Promise<Key> {
    const now = this.#clock();
    const found = await this.#activeKey(account, id, now);
    const expiresAt = expiryOf(choice, now);
    if (!earlierExpiries(found.expiresAt, now).some((name) => name === choice)) {
      throw new AccountError(
        null,
        'Choose an earlier time: only the operator can let a key work for longer.',
      );
    }
    return (await this.#store.setExpiry(found.id, expiresAt, now, byOwner(account))) ?? noSuchKey();
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

  #limit(now: Micros): KeyLimit {
    return { most: this.#rules.mostKeys, since: this.#time.startOfDay(this.#time.date(now)) };
  }

  async #key(account: number, id: number): Promise<Key> {
    return (await this.#store.keysOf(account)).find((key) => key.id === id) ?? noSuchKey();
  }

  async #activeKey(account: number, id: number, now: Micros): Promise<Key> {
    const key = await this.#key(account, id);
    requireActive(key, now);
    return key;
  }
}

function requireActive(key: Key, now: Micros): void {
  if (isActive(key, now)) return;
  throw new AccountError(null, `The key ${key.name || `${key.prefix}…`} no longer works.`);
}

function byOwner(account: number): ChangedBy {
  return { actor: 'owner', account };
}

function tooMany({ mostKeys }: AccountRules, advice: string): AccountError {
  const keys = mostKeys === 1 ? 'one key' : `${mostKeys} keys`;
  return new AccountError(
    null,
    `An account can have ${keys} a day. A key that was revoked or expired today counts until midnight. ${advice}`,
  );
}

function nameTaken(): AccountError {
  return new AccountError('name', 'Another of your keys has this name. Choose another one.');
}

/** The same for a key of somebody else and for none. */
function noSuchKey(): never {
  throw new AccountError(null, 'There is no such key.');
}
