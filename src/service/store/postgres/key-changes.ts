/** Changes of issued keys. The statement that finds a key also checks whose it is. */
import type { Micros } from '../../domain/micros.ts';
import { type AuditAction, type ChangedBy, isActive, type Key } from '../account-store.ts';
import { changeOf, untilText } from '../audit-details.ts';
import { nameTaken } from '../errors.ts';
import { type KeyChanges, OPERATOR } from '../key-changes.ts';
import { type KeyRow, keyOf } from '../rows.ts';
import { recordEvent } from './audit.ts';
import { bytesOf } from './bytes.ts';
import type { Change, Changes } from './changes.ts';
import type { Statements } from './connection.ts';
import { KEY_SQL, NAME_TAKEN_SQL } from './key-queries.ts';

export function keyChanges(change: Changes): KeyChanges {
  /** Runs `work` on a key, and returns the key afterwards. */
  const changeKey = (id: number, by: ChangedBy, work: (change: Change, key: Key) => Promise<void>) =>
    change(async (statements) => {
      const key = await lockKey(statements, id, by);
      if (key === null) return null;
      await work(statements, key);
      return keyById(statements, id);
    });

  return {
    revokeKey: (id, at, by = OPERATOR) =>
      changeKey(id, by, async (statements, key) => {
        if (key.revokedAt !== null) return;
        await statements.run('UPDATE api_key SET revoked_at = $2 WHERE id = $1', id, at);
        await recordFor(statements, key, by, at, 'key.revoked');
      }),

    setQuota: (id, quota, at, by = OPERATOR) =>
      changeKey(id, by, async (statements, key) => {
        if (key.quota === quota) return;
        await statements.run('UPDATE api_key SET quota = $2 WHERE id = $1', id, quota);
        await recordFor(statements, key, by, at, 'quota.set', changeOf(key.quota, quota));
      }),

    renameKey: (id, name, at, by) =>
      change(async (statements) => {
        const key = await lockKey(statements, id, by);
        if (key === null || key.name === name) return key;
        if (isActive(key, at) && (await isNameTaken(statements, key, name, at))) return 'name-taken';
        await statements.run('UPDATE api_key SET name = $2 WHERE id = $1', id, name);
        await recordFor(statements, key, by, at, 'key.renamed');
        return keyById(statements, id);
      }),

    setExpiry: (id, expiresAt, at, by) =>
      changeKey(id, by, async (statements, key) => {
        if (key.expiresAt === expiresAt) return;
        const isActiveThen = isActive({ ...key, expiresAt }, at);
        if (isActiveThen && (await isNameTaken(statements, key, key.name, at))) throw nameTaken(key.name);
        await statements.run('UPDATE api_key SET expires_at = $2 WHERE id = $1', id, expiresAt);
        await recordFor(statements, key, by, at, 'key.expiry-set', untilText(expiresAt));
      }),

    replaceSecret: (id, { hash, prefix, at }, expected, by) =>
      change(async (statements) => {
        const key = await lockKey(statements, id, by);
        if (key === null || !isActive(key, at) || key.prefix !== expected.prefix) return null;
        await statements.run(
          'UPDATE api_key SET hash = $2, prefix = $3 WHERE id = $1',
          id,
          bytesOf(hash),
          prefix,
        );
        await recordFor(statements, key, by, at, 'key.replaced');
        return keyById(statements, id);
      }),
  };
}

/** Locks the account of a key, and returns the key as it then is; null if there is none that `by` may change. */
async function lockKey(statements: Statements, id: number, { account }: ChangedBy): Promise<Key | null> {
  const locked = await statements.run(
    `SELECT FROM account a JOIN api_key k ON k.account_id = a.id
     WHERE k.id = $1 AND ($2::integer IS NULL OR k.account_id = $2) FOR NO KEY UPDATE OF a`,
    ...[id, account],
  );
  return locked === 0 ? null : keyById(statements, id);
}

async function keyById(statements: Statements, id: number): Promise<Key | null> {
  const [row] = await statements.rows<KeyRow>(`${KEY_SQL} WHERE k.id = $1`, id);
  return row === undefined ? null : keyOf(row);
}

async function isNameTaken(
  statements: Statements,
  { account, id }: Key,
  name: string,
  at: Micros,
): Promise<boolean> {
  return (await statements.rows(NAME_TAKEN_SQL, account, name, id, at)).length > 0;
}

async function recordFor(
  change: Change,
  { account, id }: Key,
  { actor }: ChangedBy,
  at: Micros,
  action: AuditAction,
  detail = '',
): Promise<void> {
  await recordEvent(change, { at, actor, action, account, key: id, detail });
  change.touch();
}
