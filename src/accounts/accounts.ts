import type { LocalTime } from '../service/domain/local-time.ts';
import type { Micros } from '../service/domain/micros.ts';
import { newSecret } from '../service/keys/api-key.ts';
import {
  type AccountStore,
  type ChangedBy,
  isActive,
  type Key,
  type KeyLimit,
  type KeyStore,
  type SessionStore,
} from '../service/store/account-store.ts';
import type { QuotaStore } from '../service/store/store.ts';
import { accountData } from './account-data.ts';
import { AccountError, type AccountRules } from './account-rules.ts';
import { deleteAccount } from './delete-account.ts';
import { keyNameOf, type ShownKey } from './keys.ts';
import { type Overview, overviewOf } from './overview.ts';

type AccountsStore = KeyStore &
  AccountStore &
  Pick<SessionStore, 'blockSignIn' | 'endSessions' | 'deleteSignInLinks' | 'signInLinksOf' | 'sessionsOf'> &
  Pick<QuotaStore, 'keyUse' | 'dailyUse'>;

/**
 * What people can do with their account and their keys (record 30), without HTTP. Methods take the id of the account from
 * its session. Ids of keys come from outside: the store looks for them in the account only. An error that an owner can correct is an
 * `AccountError`.
 */
export class Accounts {
  readonly #store: AccountsStore;
  readonly #clock: () => Micros;
  readonly #time: LocalTime;
  readonly #rules: AccountRules;

  constructor(parts: {
    readonly store: AccountsStore;
    readonly clock: () => Micros;
    readonly time: LocalTime;
    readonly rules: AccountRules;
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#time = parts.time;
    this.#rules = parts.rules;
  }

  async overview(account: number): Promise<Overview> {
    return overviewOf(this.#store, account, { now: this.#clock(), time: this.#time, rules: this.#rules });
  }

  /** A key that never expires, unless the operator sets a date. */
  async createKey(account: number, name: string): Promise<ShownKey> {
    const now = this.#clock();
    const { secret, stored } = newSecret();
    const key = await this.#store.addKey(
      {
        account,
        ...stored,
        createdAt: now,
        quota: this.#rules.quota,
        name: keyNameOf(name),
        expiresAt: null,
      },
      this.#limit(now),
    );
    if (key === 'too-many') throw tooMany(this.#rules, 'You can replace a key instead.');
    if (key === 'name-taken') throw nameTaken();
    if (key === 'no-account') throw new AccountError(null, 'The account was deleted.');
    return { key, secret };
  }

  /** Ends the secret that begins with `prefix`, so that a repeated call replaces nothing. */
  async replaceKey(account: number, id: number, { prefix }: { readonly prefix: string }): Promise<ShownKey> {
    const now = this.#clock();
    const { secret, stored } = newSecret();
    await this.#activeKey(account, id, now);
    const next = { ...stored, at: now };
    const key = await this.#store.replaceSecret(id, next, { prefix }, byOwner(account));
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

  /** Everything that is stored about the account, as JSON. */
  async exportData(account: number): Promise<object> {
    const now = this.#clock();
    const found = await this.#store.account(account);
    if (found === null) throw new AccountError(null, 'The account was deleted.');
    await this.#store.recordEvent({
      at: now,
      actor: 'owner',
      action: 'account.exported',
      account,
      key: null,
      detail: '',
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
    const { daysApart } = this.#rules;
    await deleteAccount(this.#store, found, {
      actor: 'owner',
      now: this.#clock(),
      time: this.#time,
      daysApart,
    });
  }

  #limit(now: Micros): KeyLimit {
    const { mostKeys, daysApart } = this.#rules;
    return { most: mostKeys, since: this.#time.startOfDay(this.#time.date(now)) - daysApart };
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
