/** API keys: found by the hash of their secret, written by operators. */
import { emailOf, type KeyRow, keyOf } from '../rows.ts';
import type { Key, KeyStore } from '../store.ts';
import type { Database, Statements } from './connection.ts';
import { type DataVersion, raiseVersion } from './data-version.ts';

const KEY = `
  SELECT k.id, k.prefix, k.account_id, a.email, k.created_at, k.revoked_at, k.quota
  FROM api_key k JOIN account a ON a.id = k.account_id`;

export const FIND_KEY_SQL = `${KEY} WHERE k.hash = $1`;

const FIND = { name: 'findKey', text: FIND_KEY_SQL, urgent: true };

export function keyStore(database: Database, version: DataVersion): KeyStore {
  /** Changes a key, and raises the version if that made a difference. */
  const change = async (id: number, sql: string, value: number): Promise<Key | null> => {
    const [key, raised] = await database.transaction(async (statements) => {
      const changed = await statements.run(sql, id, value);
      const raised = changed === 0 ? null : await raiseVersion(statements, database.address.schema);
      return [await keyById(statements, id), raised] as const;
    });
    if (raised !== null) version.committed(raised);
    return key;
  };

  return {
    async findKey(hash) {
      const [row] = await database.rows<KeyRow>(FIND, bytesOf(hash));
      return row === undefined ? null : keyOf(row);
    },

    async issueKey({ hash, prefix, email, createdAt, quota }) {
      const address = emailOf(email);
      const [key, raised] = await database.transaction(async (statements) => {
        await statements.run('INSERT INTO account (email) VALUES ($1) ON CONFLICT DO NOTHING', address);
        const [added] = await statements.rows<{ id: number }>(
          `INSERT INTO api_key (account_id, hash, prefix, created_at, quota)
           SELECT id, $1, $2, $3, $4 FROM account WHERE email = $5 RETURNING id`,
          bytesOf(hash),
          prefix,
          createdAt,
          quota,
          address,
        );
        const key = added === undefined ? null : await keyById(statements, added.id);
        if (key === null) throw new Error('the key that was just added is missing');
        return [key, await raiseVersion(statements, database.address.schema)] as const;
      });
      version.committed(raised);
      return key;
    },

    async listKeys() {
      return (await database.rows<KeyRow>(`${KEY} ORDER BY k.id`)).map(keyOf);
    },

    revokeKey: (id, at) =>
      change(id, 'UPDATE api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', at),

    setQuota: (id, quota) => change(id, 'UPDATE api_key SET quota = $2 WHERE id = $1 AND quota <> $2', quota),
  };
}

async function keyById(statements: Statements, id: number): Promise<Key | null> {
  const [row] = await statements.rows<KeyRow>(`${KEY} WHERE k.id = $1`, id);
  return row === undefined ? null : keyOf(row);
}

function bytesOf(hash: Uint8Array): Buffer {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength);
}
