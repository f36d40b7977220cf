/** API keys: found by the hash of their secret, issued by operators and added by owners. */
import type { DatabaseSync } from 'node:sqlite';
import type { Actor, Key, KeyStore } from '../account-store.ts';
import { untilText } from '../audit-details.ts';
import { nameTaken } from '../errors.ts';
import { type KeyRow, keyOf } from '../rows.ts';
import { accountFinder } from './accounts.ts';
import type { RecordEvent } from './audit.ts';
import { allRows, firstRow, transaction } from './connection.ts';
import { keyChanges } from './key-changes.ts';
import { COUNTING_SQL, FIND_KEY_SQL, KEY_SQL, KEYS_OF_SQL, NAME_TAKEN_SQL } from './key-queries.ts';

export function keyStore(reader: DatabaseSync, writer: DatabaseSync, record: RecordEvent): KeyStore {
  const byHash = reader.prepare(FIND_KEY_SQL);
  const all = reader.prepare(`${KEY_SQL} ORDER BY k.id`);
  const ofAccount = reader.prepare(KEYS_OF_SQL);
  const accounts = accountFinder(writer, record);
  const isTaken = writer.prepare(NAME_TAKEN_SQL);
  const counting = writer.prepare(COUNTING_SQL);
  const written = writer.prepare(`${KEY_SQL} WHERE k.id = ?`);
  const insert = writer.prepare(`
    INSERT INTO api_key (account_id, hash, prefix, created_at, quota, name, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);

  const add = (key: Parameters<KeyStore['addKey']>[0], actor: Actor): Key => {
    const { account, hash, prefix, createdAt, quota, name, expiresAt } = key;
    const { lastInsertRowid } = insert.run(account, hash, prefix, createdAt, quota, name, expiresAt);
    const row = firstRow<KeyRow>(written, lastInsertRowid);
    if (row === undefined) throw new Error('the key that was just added is missing');
    record({
      at: createdAt,
      actor,
      action: 'key.created',
      account,
      key: row.id,
      detail: untilText(expiresAt),
    });
    return keyOf(row);
  };

  return {
    ...keyChanges(writer, record),

    async findKey(hash) {
      const row = firstRow<KeyRow>(byHash, hash);
      return row === undefined ? null : keyOf(row);
    },

    issueKey({ email, name = '', expiresAt = null, actor = 'operator', ...key }) {
      return transaction(writer, () => {
        const { id: account } = accounts.findOrAdd(email, key.createdAt, actor);
        if (firstRow(isTaken, account, name, 0, key.createdAt) !== undefined) throw nameTaken(name);
        return add({ ...key, account, name, expiresAt }, actor);
      });
    },

    addKey(key, { most, since }) {
      return transaction(writer, () => {
        if (accounts.find(key.account) === undefined) return 'no-account';
        if (firstRow(isTaken, key.account, key.name, 0, key.createdAt) !== undefined) return 'name-taken';
        const { count } = firstRow<{ count: number }>(counting, key.account, since) ?? { count: 0 };
        return count >= most ? 'too-many' : add(key, 'owner');
      });
    },

    async listKeys() {
      return allRows<KeyRow>(all).map(keyOf);
    },

    async keysOf(account) {
      return allRows<KeyRow>(ofAccount, account).map(keyOf);
    },
  };
}
