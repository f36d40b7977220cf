/** Owners' requests for a higher quota: one undecided request a key. */
import type { AccountStore, QuotaRequestRecord } from '../account-store.ts';
import { changeOf } from '../audit-details.ts';
import { QUOTA_REQUEST_SQL, type QuotaRequestRow, quotaRequestOf } from '../rows.ts';
import { lockAccount } from './accounts.ts';
import { recordEvent } from './audit.ts';
import type { Changes } from './changes.ts';
import type { Statements } from './connection.ts';

type QuotaRequests = Pick<AccountStore, 'addQuotaRequest' | 'quotaRequests' | 'decideQuotaRequest'>;

/** The query for a filter, which takes the account, if it is given. */
export function quotaRequestsSql({ account, open }: Parameters<AccountStore['quotaRequests']>[0]): string {
  const conditions = [
    ...(account === undefined ? [] : ['k.account_id = $1']),
    ...(open === undefined ? [] : [`r.decided_at IS ${open ? '' : 'NOT '}NULL`]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return `${QUOTA_REQUEST_SQL} ${where} ORDER BY r.id DESC`;
}

export function quotaRequests(database: Statements, change: Changes): QuotaRequests {
  return {
    addQuotaRequest: ({ key, account, quota, reason, at }) =>
      change(async (statements) => {
        const active =
          (await lockAccount(statements, account)) && (await activeQuota(statements, key, account, at));
        if (active === false || active === null) return 'no-key';
        const [added] = await statements.rows<{ id: number }>(
          `INSERT INTO quota_request (key_id, quota, reason, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (key_id) WHERE decided_at IS NULL DO NOTHING RETURNING id`,
          ...[key, quota, reason, at],
        );
        if (added === undefined) return 'open';
        const event = { at, actor: 'owner', action: 'quota.requested', account, key } as const;
        await recordEvent(statements, { ...event, detail: changeOf(active, quota) });
        return requestById(statements, added.id);
      }),

    async quotaRequests(filter) {
      const values = filter.account === undefined ? [] : [filter.account];
      const rows = await database.rows<QuotaRequestRow>(quotaRequestsSql(filter), ...values);
      return rows.map(quotaRequestOf);
    },

    decideQuotaRequest: (id, { granted, answer, at }) =>
      change(async (statements) => {
        const [found] = await statements.rows<QuotaRequestRow>(`${QUOTA_REQUEST_SQL} WHERE r.id = $1`, id);
        if (found === undefined || !(await lockAccount(statements, found.account_id))) return null;
        const [request] = await statements.rows<{ key_id: number; quota: number; decided_at: number | null }>(
          'SELECT r.key_id, r.decided_at, k.quota FROM quota_request r JOIN api_key k ON k.id = r.key_id WHERE r.id = $1',
          id,
        );
        if (request === undefined) return null;
        if (request.decided_at !== null) return 'decided';
        const { key_id: key, quota } = request;
        if (granted !== null && granted <= quota) return 'not-higher';
        await statements.run(
          'UPDATE quota_request SET decided_at = $2, granted = $3, answer = $4 WHERE id = $1',
          ...[id, at, granted, answer],
        );
        if (granted !== null) {
          await statements.run('UPDATE api_key SET quota = $2 WHERE id = $1', key, granted);
          statements.touch();
        }
        const action = granted === null ? 'quota.refused' : 'quota.granted';
        const event = { at, actor: 'operator', action, account: found.account_id, key } as const;
        await recordEvent(statements, { ...event, detail: changeOf(quota, granted ?? quota) });
        return requestById(statements, id);
      }),
  };
}

/** The quota of an account's active key. */
async function activeQuota(
  statements: Statements,
  key: number,
  account: number,
  at: number,
): Promise<number | null> {
  const [row] = await statements.rows<{ quota: number }>(
    `SELECT quota FROM api_key WHERE id = $1 AND account_id = $2
       AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`,
    ...[key, account, at],
  );
  return row?.quota ?? null;
}

async function requestById(statements: Statements, id: number): Promise<QuotaRequestRecord> {
  const [row] = await statements.rows<QuotaRequestRow>(`${QUOTA_REQUEST_SQL} WHERE r.id = $1`, id);
  if (row === undefined) throw new Error('the request that was just written is missing');
  return quotaRequestOf(row);
}
