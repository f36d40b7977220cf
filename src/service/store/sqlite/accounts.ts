/** Accounts: created by their first sign-in, key or like, and never removed, so that no id is used twice. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import type { AccountStore, Actor } from '../account-store.ts';
import { type AccountRow, accountOf, emailOf } from '../rows.ts';
import type { RecordEvent } from './audit.ts';
import { allRows, emptyLog, firstRow, transaction } from './connection.ts';

const PRESENT = 'SELECT id, email, created_at FROM account WHERE deleted_at IS NULL';

export const LIKES_OF_SQL = 'SELECT report_id FROM photo_like WHERE account_id = ? ORDER BY report_id';

type Accounts = Pick<
  AccountStore,
  'signIn' | 'account' | 'findAccount' | 'listAccounts' | 'likesOf' | 'deleteAccount'
>;

/** Finds accounts inside a transaction. */
export function accountFinder(writer: DatabaseSync, record: RecordEvent) {
  const byId = writer.prepare(`${PRESENT} AND id = ?`);
  const byEmail = writer.prepare(`${PRESENT} AND email = ?`);
  const add = writer.prepare('INSERT INTO account (email, created_at) VALUES (?, ?)');
  return {
    find: (id: number) => firstRow<AccountRow>(byId, id),

    findOrAdd(address: string, at: Micros, actor: Actor): AccountRow {
      const email = emailOf(address);
      const found = firstRow<AccountRow>(byEmail, email);
      if (found !== undefined) return found;
      const id = Number(add.run(email, at).lastInsertRowid);
      record({ at, actor, action: 'account.created', account: id, key: null, detail: '' });
      return { id, email, created_at: at };
    },
  };
}

export function accountStore(reader: DatabaseSync, writer: DatabaseSync, record: RecordEvent): Accounts {
  const byId = reader.prepare(`${PRESENT} AND id = ?`);
  const byEmail = reader.prepare(`${PRESENT} AND email = ?`);
  const all = reader.prepare(`${PRESENT} ORDER BY id`);
  const likes = reader.prepare(LIKES_OF_SQL);
  const accounts = accountFinder(writer, record);
  const activeKeys = writer.prepare(
    'SELECT id FROM api_key WHERE account_id = ? AND revoked_at IS NULL ORDER BY id',
  );
  const anonymize = [
    writer.prepare("UPDATE account SET email = 'deleted-' || id, deleted_at = ?2 WHERE id = ?1"),
    writer.prepare(
      "UPDATE api_key SET name = '', revoked_at = coalesce(revoked_at, ?2) WHERE account_id = ?1",
    ),
  ];
  const unlike = writer.prepare('DELETE FROM photo_like WHERE account_id = ?');

  const found = (row: AccountRow | undefined) => (row === undefined ? null : accountOf(row));
  return {
    signIn: (email, at) =>
      transaction(writer, () => {
        const row = accounts.findOrAdd(email, at, 'owner');
        record({ at, actor: 'owner', action: 'account.signed-in', account: row.id, key: null, detail: '' });
        return accountOf(row);
      }),

    account: async (id) => found(firstRow(byId, id)),
    findAccount: async (email) => found(firstRow(byEmail, emailOf(email))),
    listAccounts: async () => allRows<AccountRow>(all).map(accountOf),
    likesOf: async (account) =>
      allRows<{ report_id: number }>(likes, account).map(({ report_id }) => report_id),

    async deleteAccount(id, at, actor) {
      const isDeleted = await transaction(writer, () => {
        if (accounts.find(id) === undefined) return false;
        for (const { id: key } of allRows<{ id: number }>(activeKeys, id)) {
          record({ at, actor, action: 'key.revoked', account: id, key, detail: '' });
        }
        for (const statement of anonymize) statement.run(id, at);
        unlike.run(id);
        record({ at, actor, action: 'account.deleted', account: id, key: null, detail: '' });
        return true;
      });
      if (isDeleted) emptyLog(writer);
      return isDeleted;
    },
  };
}
