/** The audit log: written in the transaction that it describes. */
import { instantOf, type Micros } from '../../domain/micros.ts';
import type { AccountStore, AuditEvent } from '../account-store.ts';
import { run, type StoreDatabase, type Transaction } from '../statements.ts';

type AuditFilter = Parameters<AccountStore['auditEvents']>[0];

export function auditLog(
  database: StoreDatabase,
): Pick<AccountStore, 'auditEvents' | 'recordEvent' | 'deleteEvents'> {
  return {
    auditEvents: (filter) => database.rows<AuditEvent>(...auditQuery(filter)),

    recordEvent: (event) => database.transaction(() => record(event)),

    async deleteEvents(before) {
      await database.run(DELETE_EVENTS_SQL, before);
    },
  };
}

/** An event to write, without a key if it is about none, and without a detail if there is nothing to add. */
type NewEvent = Pick<AuditEvent, 'at' | 'actor' | 'action' | 'account'> & Partial<AuditEvent>;

/** Writes an event, as a step of the transaction that makes the change: `yield* record(…)`. */
export function* record({
  at,
  actor,
  action,
  account,
  key = null,
  detail = '',
}: NewEvent): Transaction<void> {
  yield* run(
    'INSERT INTO audit_event (at, actor, action, account_id, key_id, detail) VALUES ($1, $2, $3, $4, $5, $6)',
    at,
    actor,
    action,
    account,
    key,
    detail,
  );
}

/** For example `until 2026-03-02T12:00:00Z`. */
export function untilText(end: Micros | null): string {
  return end === null ? 'without an end' : `until ${instantOf(end).round('second')}`;
}

/** The query for a filter, and its values. */
export function auditQuery({ account, key, since, limit }: AuditFilter): readonly [string, ...number[]] {
  const values = [limit];
  const conditions: string[] = [];
  if (account !== undefined) conditions.push(`account_id = $${values.push(account)}`);
  if (key !== undefined) conditions.push(`key_id = $${values.push(key)}`);
  if (since !== undefined) conditions.push(`at >= $${values.push(since)}`);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return [
    `SELECT id, at, actor, action, account_id AS account, key_id AS "key", detail
     FROM audit_event ${where} ORDER BY at DESC, id DESC LIMIT $1`,
    ...values,
  ];
}

export const DELETE_EVENTS_SQL = 'DELETE FROM audit_event WHERE at < $1';
