/** Owners' requests for a higher quota: one undecided request a key. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import type { AccountStore, Actor, AuditAction, QuotaRequestRecord } from '../account-store.ts';
import { changeOf } from '../audit-details.ts';
import { QUOTA_REQUEST_SQL, type QuotaRequestRow, quotaRequestOf } from '../rows.ts';
import type { RecordEvent } from './audit.ts';
import { allRows, firstRow, transaction } from './connection.ts';

type QuotaRequests = Pick<AccountStore, 'addQuotaRequest' | 'quotaRequests' | 'decideQuotaRequest'>;

/** The query for a filter, which takes the account, if it is given. */
export function quotaRequestsSql({ account, open }: Parameters<AccountStore['quotaRequests']>[0]): string {
  const conditions = [
    ...(account === undefined ? [] : ['k.account_id = ?']),
    ...(open === undefined ? [] : [`r.decided_at IS ${open ? '' : 'NOT '}NULL`]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return `${QUOTA_REQUEST_SQL} ${where} ORDER BY r.id DESC`;
}

export function quotaRequests(
  reader: DatabaseSync,
  writer: DatabaseSync,
  record: RecordEvent,
): QuotaRequests {
  const byId = writer.prepare(`${QUOTA_REQUEST_SQL} WHERE r.id = ?`);
  const activeKey = writer.prepare(`
    SELECT 1 FROM api_key WHERE id = ?1 AND account_id = ?2
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?3)`);
  const open = writer.prepare('SELECT 1 FROM quota_request WHERE key_id = ? AND decided_at IS NULL');
  const add = writer.prepare(
    'INSERT INTO quota_request (key_id, quota, reason, created_at) VALUES (?, ?, ?, ?)',
  );
  const decide = writer.prepare(
    'UPDATE quota_request SET decided_at = ?, granted = ?, answer = ? WHERE id = ?',
  );
  const quotaOf = writer.prepare('SELECT quota FROM api_key WHERE id = ?');
  const setQuota = writer.prepare('UPDATE api_key SET quota = ? WHERE id = ?');

  const find = (id: number | bigint): QuotaRequestRecord => {
    const row = firstRow<QuotaRequestRow>(byId, id);
    if (row === undefined) throw new Error('the request that was just written is missing');
    return quotaRequestOf(row);
  };
  const recordFor = (
    { key, account }: Pick<QuotaRequestRecord, 'key' | 'account'>,
    event: {
      readonly at: Micros;
      readonly actor: Actor;
      readonly action: AuditAction;
      readonly detail: string;
    },
  ) => record({ key, account, ...event });
  const presentQuota = (key: number) => firstRow<{ quota: number }>(quotaOf, key)?.quota ?? 0;

  return {
    addQuotaRequest: ({ key, account, quota, reason, at }) =>
      transaction(writer, () => {
        if (firstRow(activeKey, key, account, at) === undefined) return 'no-key';
        if (firstRow(open, key) !== undefined) return 'open';
        const { lastInsertRowid } = add.run(key, quota, reason, at);
        const detail = changeOf(presentQuota(key), quota);
        recordFor({ key, account }, { at, actor: 'owner', action: 'quota.requested', detail });
        return find(lastInsertRowid);
      }),

    async quotaRequests(filter) {
      const values = filter.account === undefined ? [] : [filter.account];
      return allRows<QuotaRequestRow>(reader.prepare(quotaRequestsSql(filter)), ...values).map(
        quotaRequestOf,
      );
    },

    decideQuotaRequest: (id, { granted, answer, at }) =>
      transaction(writer, () => {
        const row = firstRow<QuotaRequestRow>(byId, id);
        if (row === undefined) return null;
        if (row.decided_at !== null) return 'decided';
        const request = quotaRequestOf(row);
        const before = presentQuota(request.key);
        if (granted !== null && granted <= before) return 'not-higher';
        decide.run(at, granted, answer, id);
        if (granted !== null) setQuota.run(granted, request.key);
        recordFor(request, {
          ...{ at, actor: 'operator' },
          action: granted === null ? 'quota.refused' : 'quota.granted',
          detail: changeOf(before, granted ?? before),
        });
        return find(id);
      }),
  };
}
