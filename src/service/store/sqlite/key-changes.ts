/** Changes of issued keys. The statement that finds a key also checks whose it is. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import { type AuditAction, type ChangedBy, isActive, type Key } from '../account-store.ts';
import { changeOf, untilText } from '../audit-details.ts';
import { nameTaken } from '../errors.ts';
import { type KeyChanges, OPERATOR } from '../key-changes.ts';
import { type KeyRow, keyOf } from '../rows.ts';
import type { RecordEvent } from './audit.ts';
import { firstRow, transaction } from './connection.ts';
import { KEY_SQL, NAME_TAKEN_SQL } from './key-queries.ts';

export function keyChanges(writer: DatabaseSync, record: RecordEvent): KeyChanges {
  const owned = writer.prepare(`${KEY_SQL} WHERE k.id = ?1 AND (?2 IS NULL OR k.account_id = ?2)`);
  const isTaken = writer.prepare(NAME_TAKEN_SQL);
  const revoke = writer.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ?');
  const setQuota = writer.prepare('UPDATE api_key SET quota = ? WHERE id = ?');
  const rename = writer.prepare('UPDATE api_key SET name = ? WHERE id = ?');
  const setExpiry = writer.prepare('UPDATE api_key SET expires_at = ? WHERE id = ?');
  const replace = writer.prepare('UPDATE api_key SET hash = ?, prefix = ? WHERE id = ?');

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
        if (key.revokedAt !== null) return;
        revoke.run(at, id);
        recordFor(key, by, at, 'key.revoked');
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

    replaceSecret: (id, { hash, prefix, at }, expected, by) =>
      transaction(writer, () => {
        const key = find(id, by);
        if (key === null || !isActive(key, at) || key.prefix !== expected.prefix) return null;
        replace.run(hash, prefix, id);
        recordFor(key, by, at, 'key.replaced');
        return find(id, by);
      }),
  };
}
