/** Changes of issued keys. The statement that finds a key also checks whose it is. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import {
  type AuditAction,
  type ChangedBy,
  isActive,
  isCounted,
  isReplaceable,
  type Key,
} from '../account-store.ts';
import { changeOf, untilText } from '../audit-details.ts';
import { nameTaken } from '../errors.ts';
import { type KeyChanges, OPERATOR } from '../key-changes.ts';
import { type KeyRow, keyOf } from '../rows.ts';
import type { RecordEvent } from './audit.ts';
import { firstRow, transaction } from './connection.ts';
import { COUNTING_SQL, KEY_SQL, NAME_TAKEN_SQL } from './key-queries.ts';

export function keyChanges(writer: DatabaseSync, record: RecordEvent): KeyChanges {
  const owned = writer.prepare(`${KEY_SQL} WHERE k.id = ?1 AND (?2 IS NULL OR k.account_id = ?2)`);
  const isTaken = writer.prepare(NAME_TAKEN_SQL);
  const revoke = writer.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ?');
  const withdraw = writer.prepare('DELETE FROM quota_request WHERE key_id = ? AND decided_at IS NULL');
  const counting = writer.prepare(COUNTING_SQL);
  const revive = writer.prepare('UPDATE api_key SET revoked_at = NULL WHERE id = ?');
  const setQuota = writer.prepare('UPDATE api_key SET quota = ? WHERE id = ?');
  const rename = writer.prepare('UPDATE api_key SET name = ? WHERE id = ?');
  const setExpiry = writer.prepare('UPDATE api_key SET expires_at = ? WHERE id = ?');
  const replace = writer.prepare(`
    UPDATE api_key SET previous_hash = hash, previous_until = ?, hash = ?, prefix = ? WHERE id = ?`);

  const find = (id: number, { account }: ChangedBy): Key | null => {
    const row = firstRow<KeyRow>(owned, id, account);
    return row === undefined ? null : keyOf(row);
  };
  /** Runs `work` on a key, and returns the key afterwards. */
  const change = (id: number, by: ChangedBy, work: (key: Key) => void) =>
    transaction(writer, () => {
      const key = find(id, by);
      if (key !== null) work(key);
      return find(id, by);
    });
  const recordFor = (key: Key, { actor }: ChangedBy, at: Micros, action: AuditAction, detail = ''): void =>
    record({ at, actor, action, account: key.account, key: key.id, detail });
  const isNameTaken = ({ account, id }: Key, name: string, at: Micros): boolean =>
    firstRow(isTaken, account, name, id, at) !== undefined;

  return {
    revokeKey: (id, at, by = OPERATOR) =>
      change(id, by, (key) => {
        if (key.revokedAt !== null && !(key.isLeaked && by.actor !== 'finder')) return;
        revoke.run(key.revokedAt ?? at, id);
        withdraw.run(id);
        recordFor(key, by, Math.max(at, key.revokedAt ?? at), 'key.revoked');
      }),

    setQuota: (id, quota, at, by = OPERATOR) =>
      change(id, by, (key) => {
        if (key.quota === quota) return;
        setQuota.run(quota, id);
        recordFor(key, by, at, 'quota.set', changeOf(key.quota, quota));
      }),

    renameKey: (id, name, at, by) =>
      transaction(writer, () => {
        const key = find(id, by);
        if (key === null || key.name === name) return key;
        if (isActive(key, at) && isNameTaken(key, name, at)) return 'name-taken';
        rename.run(name, id);
        recordFor(key, by, at, 'key.renamed');
        return find(id, by);
      }),

    setExpiry: (id, expiresAt, at, by) =>
      change(id, by, (key) => {
        if (key.expiresAt === expiresAt) return;
        if (isActive({ ...key, expiresAt }, at) && isNameTaken(key, key.name, at)) throw nameTaken(key.name);
        setExpiry.run(expiresAt, id);
        recordFor(key, by, at, 'key.expiry-set', untilText(expiresAt));
      }),

    replaceSecret: (id, { hash, prefix, at, previousUntil }, expected, by) =>
      transaction(writer, () => {
        const key = find(id, by);
        if (key === null || !isActive(key, at) || key.prefix !== expected.prefix) return null;
        replace.run(previousUntil, hash, prefix, id);
        recordFor(key, by, at, 'key.replaced', untilText(previousUntil));
        return find(id, by);
      }),

    replaceLeaked: (id, { hash, prefix, at }, expected, { most, since }, by) =>
      transaction(writer, () => {
        const key = find(id, by);
        if (key === null || !isReplaceable(key, at) || key.prefix !== expected.prefix) return null;
        if (isNameTaken(key, key.name, at)) return 'name-taken';
        const { count } = firstRow<{ count: number }>(counting, key.account, since) ?? { count: 0 };
        if (count - (isCounted(key, since) ? 1 : 0) >= most) return 'too-many';
        revive.run(id);
        const previousUntil = Math.min(at, key.revokedAt ?? at);
        replace.run(previousUntil, hash, prefix, id);
        recordFor(key, by, at, 'key.replaced', untilText(previousUntil));
        return find(id, by);
      }),
  };
}
