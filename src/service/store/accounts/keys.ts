/** API keys: found by the hash of their secret, issued by operators, added and changed by owners. */
import type { Micros } from '../../domain/micros.ts';
import {
  type Actor,
  type AuditAction,
  type ChangedBy,
  isActive,
  type Key,
  type KeyStore,
} from '../account-store.ts';
import { nameTaken } from '../errors.ts';
import { lockRows, rows, run, type StoreDatabase, type Transaction, touch } from '../statements.ts';
import { findOrAddAccount, lockAccount } from './accounts.ts';
import { record, untilText } from './audit.ts';

const KEY_SQL = `
  SELECT k.id, k.prefix, k.account_id AS account, a.email, k.created_at AS "createdAt", k.revoked_at AS "revokedAt",
    k.quota, k.name, k.expires_at AS "expiresAt", k.venues
  FROM api_key k JOIN account a ON a.id = k.account_id`;

/** Every request of a client runs this one. */
export const FIND_KEY = { name: 'findKey', text: `${KEY_SQL} WHERE k.hash = $1`, urgent: true };

export const KEYS_OF_SQL = `${KEY_SQL} WHERE k.account_id = $1 ORDER BY k.id`;

/** Whether an account has an active key of this name, other than one. */
export const NAME_TAKEN_SQL = `
  SELECT 1 FROM api_key WHERE account_id = $1 AND name = $2 AND name <> '' AND id <> $3
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)`;

/** How many keys of an account are active or ended at a time or later. */
export const COUNTING_SQL = `
  SELECT count(*) AS count FROM api_key WHERE account_id = $1
    AND (revoked_at IS NULL OR revoked_at >= $2) AND (expires_at IS NULL OR expires_at >= $2)`;

type NewKey = Parameters<KeyStore['addKey']>[0];

/** Who changes a key unless somebody else is named. */
const OPERATOR: ChangedBy = { actor: 'operator', account: null };

export function keyStore(database: StoreDatabase): KeyStore {
  /** Runs `change` on a key that `by` may change, and returns the key afterwards. Null if there is none. */
  const changeKey = (id: number, by: ChangedBy, change: (key: Key) => Transaction<void>) =>
    database.transaction(function* () {
      const key = yield* lockKey(id, by);
      if (key === null) return null;
      yield* change(key);
      return yield* keyById(id);
    });

  return {
    async findKey(hash) {
      const [key] = await database.rows<Key>(FIND_KEY, hash);
      return key ?? null;
    },

    listKeys: () => database.rows<Key>(`${KEY_SQL} ORDER BY k.id`),
    keysOf: (account) => database.rows<Key>(KEYS_OF_SQL, account),

    issueKey: ({ email, name = '', expiresAt = null, venues = null, actor = 'operator', ...key }) =>
      database.transaction(function* () {
        const { id: account } = yield* findOrAddAccount(email, key.createdAt, actor);
        if (yield* isNameTaken(account, name, key.createdAt)) throw nameTaken(name);
        return yield* insert({ ...key, account, name, expiresAt }, actor, venues);
      }),

    addKey: (key, { most, since }) =>
      database.transaction(function* () {
        if ((yield* lockAccount('id', key.account)) === undefined) return 'no-account';
        if (yield* isNameTaken(key.account, key.name, key.createdAt)) return 'name-taken';
        const [counted] = yield* rows<{ count: number }>(COUNTING_SQL, key.account, since);
        return (counted?.count ?? 0) >= most ? 'too-many' : yield* insert(key, 'owner');
      }),

    revokeKey: (id, at, by = OPERATOR) =>
      changeKey(id, by, function* (key) {
        if (key.revokedAt !== null) return;
        yield* run('UPDATE api_key SET revoked_at = $2 WHERE id = $1', id, at);
        yield* recordChange(key, by, at, 'key.revoked');
      }),

    setQuota: (id, quota, at, by = OPERATOR) =>
      changeKey(id, by, function* (key) {
        if (key.quota === quota) return;
        yield* run('UPDATE api_key SET quota = $2 WHERE id = $1', id, quota);
        yield* recordChange(key, by, at, 'quota.set', `${key.quota} → ${quota}`);
      }),

    setExpiry: (id, expiresAt, at, by) =>
      changeKey(id, by, function* (key) {
        if (key.expiresAt === expiresAt) return;
        const isActiveThen = isActive({ ...key, expiresAt }, at);
        if (isActiveThen && (yield* isNameTaken(key.account, key.name, at, id))) throw nameTaken(key.name);
        yield* run('UPDATE api_key SET expires_at = $2 WHERE id = $1', id, expiresAt);
        yield* recordChange(key, by, at, 'key.expiry-set', untilText(expiresAt));
      }),

    renameKey: (id, name, at, by) =>
      database.transaction(function* () {
        const key = yield* lockKey(id, by);
        if (key === null || key.name === name) return key;
        if (isActive(key, at) && (yield* isNameTaken(key.account, name, at, id))) return 'name-taken';
        yield* run('UPDATE api_key SET name = $2 WHERE id = $1', id, name);
        yield* recordChange(key, by, at, 'key.renamed');
        return yield* keyById(id);
      }),

    replaceSecret: (id, { hash, prefix, at }, expected, by) =>
      database.transaction(function* () {
        const key = yield* lockKey(id, by);
        if (key === null || !isActive(key, at) || key.prefix !== expected.prefix) return null;
        yield* run('UPDATE api_key SET hash = $2, prefix = $3 WHERE id = $1', id, hash, prefix);
        yield* recordChange(key, by, at, 'key.replaced');
        return yield* keyById(id);
      }),
  };
}

/** Locks the account of a key, and returns the key as it then is; null if there is none that `by` may change. */
function* lockKey(id: number, { account }: ChangedBy): Transaction<Key | null> {
  yield* lockRows(
    'SELECT 1 FROM account WHERE id = (SELECT account_id FROM api_key WHERE id = $1) FOR NO KEY UPDATE',
    id,
  );
  const key = yield* keyById(id);
  return account === null || key?.account === account ? key : null;
}

function* keyById(id: number): Transaction<Key | null> {
  const [key] = yield* rows<Key>(`${KEY_SQL} WHERE k.id = $1`, id);
  return key ?? null;
}

function* isNameTaken(account: number, name: string, at: Micros, otherThan = 0): Transaction<boolean> {
  return (yield* rows(NAME_TAKEN_SQL, account, name, otherThan, at)).length > 0;
}

function* insert(key: NewKey, actor: Actor, venues: string | null = null): Transaction<Key> {
  const { account, hash, prefix, createdAt, quota, name, expiresAt } = key;
  const [inserted] = yield* rows<{ id: number }>(
    `INSERT INTO api_key (account_id, hash, prefix, created_at, quota, name, expires_at, venues)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    account,
    hash,
    prefix,
    createdAt,
    quota,
    name,
    expiresAt,
    venues,
  );
  const added = inserted === undefined ? null : yield* keyById(inserted.id);
  if (added === null) throw new Error('the key that was just added is missing');
  yield* recordChange(added, { actor }, createdAt, 'key.created', untilText(expiresAt));
  return added;
}

function* recordChange(
  { account, id }: Key,
  { actor }: Pick<ChangedBy, 'actor'>,
  at: Micros,
  action: AuditAction,
  detail = '',
): Transaction<void> {
  yield* record({ at, actor, action, account, key: id, detail });
  yield* touch();
}
