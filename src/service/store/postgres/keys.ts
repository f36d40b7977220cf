/** API keys: found by the hash of their secret, issued by operators and added by owners. */
import type { Actor, Key, KeyStore } from '../account-store.ts';
import { untilText } from '../audit-details.ts';
import { nameTaken } from '../errors.ts';
import { type KeyRow, keyOf } from '../rows.ts';
import { findOrAddAccount, lockAccount } from './accounts.ts';
import { recordEvent } from './audit.ts';
import { bytesOf } from './bytes.ts';
import type { Change, Changes } from './changes.ts';
import type { Statements } from './connection.ts';
import { keyChanges } from './key-changes.ts';
import { COUNTING_SQL, FIND_KEY_SQL, KEY_SQL, KEYS_OF_SQL, NAME_TAKEN_SQL } from './key-queries.ts';

const FIND = { name: 'findKey', text: FIND_KEY_SQL, urgent: true };

type NewKey = Parameters<KeyStore['addKey']>[0];

export function keyStore(database: Statements, change: Changes): KeyStore {
  const keys = async (sql: string, ...values: readonly number[]) =>
    (await database.rows<KeyRow>(sql, ...values)).map(keyOf);

  return {
    ...keyChanges(change),

    async findKey(hash) {
      const [row] = await database.rows<KeyRow>(FIND, bytesOf(hash));
      return row === undefined ? null : keyOf(row);
    },

    issueKey({ email, name = '', expiresAt = null, actor = 'operator', ...key }) {
      return change(async (statements) => {
        const { id: account } = await findOrAddAccount(statements, email, key.createdAt, actor);
        const wanted = { ...key, account, name, expiresAt };
        if (await isNameTaken(statements, wanted)) throw nameTaken(name);
        return add(statements, wanted, actor);
      });
    },

    addKey(key, { most, since }) {
      return change(async (statements) => {
        if (!(await lockAccount(statements, key.account))) return 'no-account';
        if (await isNameTaken(statements, key)) return 'name-taken';
        const [counted] = await statements.rows<{ count: number }>(COUNTING_SQL, key.account, since);
        return (counted?.count ?? 0) >= most ? 'too-many' : add(statements, key, 'owner');
      });
    },

    listKeys: () => keys(`${KEY_SQL} ORDER BY k.id`),
    keysOf: (account) => keys(KEYS_OF_SQL, account),
  };
}

async function isNameTaken(
  statements: Statements,
  { account, name, createdAt }: Pick<NewKey, 'account' | 'name' | 'createdAt'>,
): Promise<boolean> {
  return (await statements.rows(NAME_TAKEN_SQL, account, name, 0, createdAt)).length > 0;
}

async function add(change: Change, key: NewKey, actor: Actor): Promise<Key> {
  const { account, hash, prefix, createdAt, quota, name, expiresAt } = key;
  const [added] = await change.rows<{ id: number }>(
    `INSERT INTO api_key (account_id, hash, prefix, created_at, quota, name, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    ...[account, bytesOf(hash), prefix, createdAt, quota, name, expiresAt],
  );
  const [row] = await change.rows<KeyRow>(`${KEY_SQL} WHERE k.id = $1`, added?.id);
  if (row === undefined) throw new Error('the key that was just added is missing');
  const event = { at: createdAt, actor, action: 'key.created', account, key: row.id } as const;
  await recordEvent(change, { ...event, detail: untilText(expiresAt) });
  change.touch();
  return keyOf(row);
}
