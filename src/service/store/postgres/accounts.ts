/** Accounts: created by their first sign-in, key or like, and never removed, so that no id is used twice. */
import type { Micros } from '../../domain/micros.ts';
import type { AccountStore, Actor } from '../account-store.ts';
import { type AccountRow, accountOf, emailOf } from '../rows.ts';
import { recordEvent } from './audit.ts';
import type { Changes } from './changes.ts';
import type { Statements } from './connection.ts';

const PRESENT = 'SELECT id, email, created_at FROM account WHERE deleted_at IS NULL';

export const LIKES_OF_SQL = 'SELECT report_id FROM photo_like WHERE account_id = $1 ORDER BY report_id';

type Accounts = Pick<
  AccountStore,
  'signIn' | 'account' | 'findAccount' | 'listAccounts' | 'likesOf' | 'deleteAccount'
>;

/** Locks an account until the transaction ends, so that its changes run one after the other; whether there is one. */
export async function lockAccount(statements: Statements, id: number): Promise<boolean> {
  return (await statements.rows(`${PRESENT} AND id = $1 FOR NO KEY UPDATE`, id)).length > 0;
}

/** The account of an address, which is locked until the transaction ends. */
export async function findOrAddAccount(
  statements: Statements,
  address: string,
  at: Micros,
  actor: Actor,
): Promise<AccountRow> {
  const email = emailOf(address);
  const find = async () =>
    (await statements.rows<AccountRow>(`${PRESENT} AND email = $1 FOR NO KEY UPDATE`, email))[0];
  const known = await find();
  if (known !== undefined) return known;
  const [added] = await statements.rows<{ id: number }>(
    'INSERT INTO account (email, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    ...[email, at],
  );
  if (added !== undefined) {
    const event = { at, actor, action: 'account.created', account: added.id, key: null, detail: '' } as const;
    await recordEvent(statements, event);
  }
  // Another process may have added it just now.
  const found = await find();
  if (found === undefined) throw new Error('the account that was just added is missing');
  return found;
}

export function accountStore(database: Statements, change: Changes): Accounts {
  const find = async (sql: string, value: number | string) => {
    const [row] = await database.rows<AccountRow>(`${PRESENT} AND ${sql}`, value);
    return row === undefined ? null : accountOf(row);
  };

  return {
    signIn: (email, at) =>
      change(async (statements) => {
        const row = await findOrAddAccount(statements, email, at, 'owner');
        const event = { at, actor: 'owner', action: 'account.signed-in', account: row.id } as const;
        await recordEvent(statements, { ...event, key: null, detail: '' });
        return accountOf(row);
      }),

    account: (id) => find('id = $1', id),
    findAccount: (email) => find('email = $1', emailOf(email)),

    async listAccounts() {
      return (await database.rows<AccountRow>(`${PRESENT} ORDER BY id`)).map(accountOf);
    },

    async likesOf(account) {
      const rows = await database.rows<{ report_id: number }>(LIKES_OF_SQL, account);
      return rows.map(({ report_id }) => report_id);
    },

    deleteAccount: (id, at, actor) =>
      change(async (statements) => {
        const anonymized = await statements.run(
          `UPDATE account SET email = 'deleted-' || id, deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL`,
          ...[id, at],
        );
        if (anonymized === 0) return false;
        const active = await statements.rows<{ id: number }>(
          'SELECT id FROM api_key WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id',
          id,
        );
        const event = { at, actor, account: id, detail: '' };
        for (const { id: key } of active) {
          await recordEvent(statements, { ...event, action: 'key.revoked', key });
        }
        await statements.run(
          `UPDATE api_key SET name = '', revoked_at = coalesce(revoked_at, $2) WHERE account_id = $1`,
          ...[id, at],
        );
        await statements.run('DELETE FROM photo_like WHERE account_id = $1', id);
        await recordEvent(statements, { ...event, action: 'account.deleted', key: null });
        statements.touch();
        return true;
      }),
  };
}
