/** The audit log: written in the transaction that it describes. */
import type { AccountStore, AuditEvent } from '../account-store.ts';
import { type AuditRow, auditEventOf } from '../rows.ts';
import type { Changes } from './changes.ts';
import type { Statements } from './connection.ts';

/** Writes an event; call it inside a transaction. */
export async function recordEvent(statements: Statements, event: Omit<AuditEvent, 'id'>): Promise<void> {
  const { at, actor, action, account, key, detail } = event;
  await statements.run(
    'INSERT INTO audit_event (at, actor, action, account_id, key_id, detail) VALUES ($1, $2, $3, $4, $5, $6)',
    ...[at, actor, action, account, key, detail],
  );
}

export type AuditFilter = Parameters<AccountStore['auditEvents']>[0];

/** The query for a filter, and its values. */
export function auditQuery({ account, key, since, limit }: AuditFilter): readonly [string, ...number[]] {
  const values = [limit];
  const condition = (sql: string, value: number | undefined) =>
    value === undefined ? [] : [`${sql} $${values.push(value)}`];
  const conditions = [
    ...condition('account_id =', account),
    ...condition('key_id =', key),
    ...condition('at >=', since),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return [`SELECT * FROM audit_event ${where} ORDER BY at DESC, id DESC LIMIT $1`, ...values];
}

export function auditLog(
  database: Statements,
  change: Changes,
): Pick<AccountStore, 'auditEvents' | 'recordEvent' | 'deleteEvents'> {
  return {
    async auditEvents(filter) {
      return (await database.rows<AuditRow>(...auditQuery(filter))).map(auditEventOf);
    },

    recordEvent: (event) => change((statements) => recordEvent(statements, event)),

    async deleteEvents(before) {
      await database.run('DELETE FROM audit_event WHERE at < $1', before);
    },
  };
}
