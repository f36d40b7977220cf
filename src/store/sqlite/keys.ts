/** API keys: found by the hash of their secret, written by operators. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { emailOf, type KeyRow, keyOf } from '../rows.ts';
import type { Key, KeyStore } from '../store.ts';
import { allRows, firstRow, transaction } from './connection.ts';

const KEY = `
  SELECT k.id, k.prefix, k.account_id, a.email, k.created_at, k.revoked_at, k.quota
  FROM api_key k JOIN account a ON a.id = k.account_id`;

export const FIND_KEY_SQL = `${KEY} WHERE k.hash = ?`;

export function keyStore(reader: DatabaseSync, writer: DatabaseSync): KeyStore {
  const byHash = reader.prepare(FIND_KEY_SQL);
  const all = reader.prepare(`${KEY} ORDER BY k.id`);
  const written = writer.prepare(`${KEY} WHERE k.id = ?`);
  const addAccount = writer.prepare('INSERT INTO account (email) VALUES (?) ON CONFLICT DO NOTHING');
  const add = writer.prepare(`
    INSERT INTO api_key (account_id, hash, prefix, created_at, quota)
    SELECT id, ?, ?, ?, ? FROM account WHERE email = ?`);
  const revoke = writer.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const setQuota = writer.prepare('UPDATE api_key SET quota = ? WHERE id = ?');

  const keyAfter = (id: SQLInputValue): Key | null => {
    const row = firstRow<KeyRow>(written, id);
    return row === undefined ? null : keyOf(row);
  };

  return {
    async findKey(hash) {
      const row = firstRow<KeyRow>(byHash, hash);
      return row === undefined ? null : keyOf(row);
    },

    async issueKey({ hash, prefix, email, createdAt, quota }) {
      const address = emailOf(email);
      return transaction(writer, () => {
        addAccount.run(address);
        const { lastInsertRowid } = add.run(hash, prefix, createdAt, quota, address);
        const key = keyAfter(lastInsertRowid);
        if (key === null) throw new Error('the key that was just added is missing');
        return key;
      });
    },

    async listKeys() {
      return allRows<KeyRow>(all).map(keyOf);
    },

    async revokeKey(id, at) {
      return transaction(writer, () => {
        revoke.run(at, id);
        return keyAfter(id);
      });
    },

    async setQuota(id, quota) {
      return transaction(writer, () => {
        setQuota.run(quota, id);
        return keyAfter(id);
      });
    },
  };
}
