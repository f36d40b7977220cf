import type { LocalTime } from '../service/domain/local-time.ts';
import type { Micros } from '../service/domain/micros.ts';
import { newSecret } from '../service/keys/api-key.ts';
import {
  type Account,
  type AccountStore,
  isActive,
  type Key,
  type KeyStore,
  type SessionStore,
} from '../service/store/account-store.ts';
import type { QuotaStore } from '../service/store/store.ts';
import { accountData } from './account-data.ts';
import { AccountError, type AccountRules } from './account-rules.ts';
import { deleteAccount } from './delete-account.ts';
import { keyNameOf, type ShownKey } from './keys.ts';
import { type Overview, overviewOf } from './overview.ts';

interface AccountsOptions {
  readonly store: KeyStore &
    AccountStore &
    Pick<SessionStore, 'blockSignIn' | 'endSessions' | 'deleteSignInLinks' | 'signInLinksOf' | 'sessionsOf'> &
    Pick<QuotaStore, 'keyUse' | 'dailyUse'>;
  readonly clock: () => Micros;
  readonly time: LocalTime;
  readonly rules: AccountRules;
}

/**
 * Changes that people make to their account and their keys, without HTTP. Methods take the id of the account from
 * its session. Ids of keys come from outside: the store looks for them in the account only. An error that an owner can correct is an
 * `AccountError`.
 */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  async overview(account: number): Promise<Overview> {
    const { store, clock, time, rules } = this.#options;
    return overviewOf(store, account, { now: clock(), time, rules });
  }

  /** A key that never expires, unless the operator sets a date. */
  async createKey(account: number, name: string): Promise<ShownKey> {
    const { store, clock, time, rules } = this.#options;
    const now = clock();
    const { secret, stored } = newSecret();
    const added = {
      account,
      ...stored,
      createdAt: now,
      quota: rules.quota,
      name: keyNameOf(name),
      expiresAt: null,
    };
    const since = time.startOfDay(time.date(now)) - rules.daysApart;
    const key = await store.addKey(added, { most: rules.mostKeys, since });
    if (key === 'too-many') throw tooMany(rules);
    if (key === 'name-taken') throw nameTaken();
    if (key === 'no-account') throw accountDeleted();
    return { key, secret };
  }

  /** Ends the secret that begins with `prefix`, so that a repeated call replaces nothing. */
  async replaceKey(account: number, id: number, prefix: string): Promise<ShownKey> {
    const { store, clock } = this.#options;
    const now = clock();
    const { secret, stored } = newSecret();
    await this.#activeKey(account, id, now);
    const key = await store.replaceSecret(
      id,
      { ...stored, at: now },
      { prefix },
      { actor: 'owner', account },
    );
    if (key === null) {
      throw new AccountError(
        null,
        'The key was replaced already, and its new secret was shown only once. If you didn’t copy it, replace the key again.',
      );
    }
    return { key, secret };
  }

  async renameKey(account: number, id: number, name: string): Promise<Key> {
    const { store, clock } = this.#options;
    const now = clock();
    const found = await this.#activeKey(account, id, now);
    const key = await store.renameKey(found.id, keyNameOf(name), now, { actor: 'owner', account });
    if (key === 'name-taken') throw nameTaken();
    return key ?? noSuchKey();
  }

  /** A key that was revoked before keeps its time of revocation. */
  async revokeKey(account: number, id: number): Promise<Key> {
    const { store, clock } = this.#options;
    const found = await this.#key(account, id);
    return (await store.revokeKey(found.id, clock(), { actor: 'owner', account })) ?? noSuchKey();
  }

  /** Everything that is stored about the account, as JSON. */
  async exportData(account: number): Promise<object> {
    const { store, clock, time } = this.#options;
    const [now, found] = [clock(), await this.#account(account)];
    const event = { at: now, actor: 'owner', action: 'account.exported' } as const;
    await store.recordEvent({ ...event, account, key: null, detail: '' });
    return accountData(store, found, { now, time });
  }

  /** `email`: the address of the account, typed again. */
  async deleteAccount(account: number, email: string): Promise<void> {
    const { store, clock, time, rules } = this.#options;
    const found = await this.#account(account);
    if (email.trim().toLowerCase() !== found.email) {
      throw new AccountError('email', 'This is not the address of your account.');
    }
    await deleteAccount(store, found, { actor: 'owner', now: clock(), time, daysApart: rules.daysApart });
  }

  async #account(id: number): Promise<Account> {
    const found = await this.#options.store.account(id);
    if (found === null) throw accountDeleted();
    return found;
  }

  async #key(account: number, id: number): Promise<Key> {
    return (await this.#options.store.keysOf(account)).find((key) => key.id === id) ?? noSuchKey();
  }

  async #activeKey(account: number, id: number, now: Micros): Promise<Key> {
    const key = await this.#key(account, id);
    if (isActive(key, now)) return key;
    throw new AccountError(null, `The key ${key.name || `${key.prefix}…`} no longer works.`);
  }
}

function accountDeleted(): AccountError {
  return new AccountError(null, 'The account was deleted.');
}

function tooMany({ mostKeys }: AccountRules): AccountError {
  const keys = mostKeys === 1 ? 'one key' : `${mostKeys} keys`;
  const text =
    'A key that was revoked or expired today counts until midnight. You can replace a key instead.';
  return new AccountError(null, `An account can have ${keys} a day. ${text}`);
}

function nameTaken(): AccountError {
  return new AccountError('name', 'Another of your keys has this name. Choose another one.');
}

/** The same for a key of somebody else and for none. */
function noSuchKey(): never {
  throw new AccountError(null, 'There is no such key.');
}
