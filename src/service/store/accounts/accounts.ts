/** Accounts: created by their first sign-in, key or like, and never removed, so that no id is used twice. */
import type { Micros } from '../../domain/micros.ts';
import type { Account, AccountStore, Actor } from '../account-store.ts';
import { erase, lockRows, rows, run, type StoreDatabase, type Transaction, touch } from '../statements.ts';
import { record } from './audit.ts';

const PRESENT = 'SELECT id, email, created_at AS "createdAt" FROM account WHERE deleted_at IS NULL';

export const LIKES_OF_SQL =
  'SELECT report_id AS report FROM photo_like WHERE account_id = $1 ORDER BY report_id';

type Accounts = Pick<
  AccountStore,
  'signIn' | 'account' | 'findAccount' | 'listAccounts' | 'likesOf' | 'deleteAccount'
>;

export function accountStore(database: StoreDatabase): Accounts {
  const find = async (condition: string, value: number | string) =>
    (await database.rows<Account>(`${PRESENT} AND ${condition}`, value))[0] ?? null;

  return {
    signIn: (email, at) =>
      database.transaction(function* () {
        const account = yield* findOrAddAccount(email, at, 'owner');
        yield* record({ at, actor: 'owner', action: 'account.signed-in', account: account.id });
        return account;
      }),

    account: (id) => find('id = $1', id),
    findAccount: (email) => find('email = $1', emailOf(email)),
    listAccounts: () => database.rows<Account>(`${PRESENT} ORDER BY id`),

    async likesOf(account) {
      const likes = await database.rows<{ report: number }>(LIKES_OF_SQL, account);
      return likes.map(({ report }) => report);
    },

    deleteAccount: (id, at, actor) =>
      database.transaction(function* () {
        const anonymized = yield* run(
          "UPDATE account SET email = 'deleted-' || id, deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL",
          id,
          at,
        );
        if (anonymized === 0) return false;
        const active = yield* rows<{ id: number }>(
          'SELECT id FROM api_key WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id',
          id,
        );
        for (const key of active) {
          yield* record({ at, actor, action: 'key.revoked', account: id, key: key.id });
        }
        yield* run(
          "UPDATE api_key SET name = '', revoked_at = coalesce(revoked_at, $2) WHERE account_id = $1",
          id,
          at,
        );
        yield* run('DELETE FROM photo_like WHERE account_id = $1', id);
        yield* record({ at, actor, action: 'account.deleted', account: id });
        yield* touch();
        yield* erase();
        return true;
      }),
  };
}

/** The address that identifies an account: letter case makes no difference. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

/** Locks an account, so that its changes run one after the other. Undefined if there is none, or it was deleted. */
export function* lockAccount(
  column: 'id' | 'email',
  value: number | string,
): Transaction<Account | undefined> {
  yield* lockRows(
    `SELECT 1 FROM account WHERE deleted_at IS NULL AND ${column} = $1 FOR NO KEY UPDATE`,
    value,
  );
  const [account] = yield* rows<Account>(`${PRESENT} AND ${column} = $1`, value);
  return account;
}

/** The account of an address, which is locked. */
export function* findOrAddAccount(address: string, at: Micros, actor: Actor): Transaction<Account> {
  const email = emailOf(address);
  const known = yield* lockAccount('email', email);
  if (known !== undefined) return known;
  const [added] = yield* rows<{ id: number }>(
    'INSERT INTO account (email, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    email,
    at,
  );
  if (added !== undefined) yield* record({ at, actor, action: 'account.created', account: added.id });
  // Another process may have added it just now.
  const found = yield* lockAccount('email', email);
  if (found === undefined) throw new Error('the account that was just added is missing');
  return found;
}
