/** The audit log: written in the transaction that it describes. */
import type { DatabaseSync } from 'node:sqlite';
import type { AccountStore, AuditEvent } from '../account-store.ts';
import { type AuditRow, auditEventOf } from '../rows.ts';
import { allRows, transaction } from './connection.ts';

/** Writes an event; call it inside a transaction. */
export type RecordEvent = (event: Omit<AuditEvent, 'id'>) => void;

export function recorder(writer: DatabaseSync): RecordEvent {
  const add = writer.prepare(
    'INSERT INTO audit_event (at, actor, action, account_id, key_id, detail) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return ({ at, actor, action, account, key, detail }) => {
    add.run(at, actor, action, account, key, detail);
  };
}

export type AuditFilter = Parameters<AccountStore['auditEvents']>[0];

/** The query for a filter, whose values it takes in the order account, key, since, limit, as far as they are given. */
export function auditSql({ account, key, since }: AuditFilter): string {
  const conditions = [
    ...(account === undefined ? [] : ['account_id = ?']),
    ...(key === undefined ? [] : ['key_id = ?']),
    ...(since === undefined ? [] : ['at >= ?']),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return `SELECT * FROM audit_event ${where} ORDER BY at DESC, id DESC LIMIT ?`;
}

export const DELETE_EVENTS_SQL = 'DELETE FROM audit_event WHERE at < ?';

export function auditLog(
  reader: DatabaseSync,
  writer: DatabaseSync,
  record: RecordEvent,
): Pick<AccountStore, 'auditEvents' | 'recordEvent' | 'deleteEvents'> {
  const deleteEvents = writer.prepare(DELETE_EVENTS_SQL);
  return {
    async auditEvents(filter) {
      const { account, key, since, limit } = filter;
      const values = [account, key, since, limit].filter((value) => value !== undefined);
      return allRows<AuditRow>(reader.prepare(auditSql(filter)), ...values).map(auditEventOf);
    },

    recordEvent: (event) => transaction(writer, () => record(event)),

    deleteEvents: (before) =>
      transaction(writer, () => {
        deleteEvents.run(before);
      }),
  };
}
