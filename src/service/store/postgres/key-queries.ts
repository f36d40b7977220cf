/** How keys are read. */
import { KEY_COLUMNS } from '../rows.ts';

const TABLES = 'api_key k JOIN account a ON a.id = k.account_id';
export const KEY_SQL = `SELECT ${KEY_COLUMNS} FROM ${TABLES}`;

export const FIND_KEY_SQL = `${KEY_SQL} WHERE k.hash = $1`;
export const KEYS_OF_SQL = `${KEY_SQL} WHERE k.account_id = $1 ORDER BY k.id`;

/** Whether an account has an active key of this name, other than one. */
export const NAME_TAKEN_SQL = `
  SELECT FROM api_key WHERE account_id = $1 AND name = $2 AND name <> '' AND id <> $3
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)`;

/** How many keys of an account are active or ended at a time or later. */
export const COUNTING_SQL = `
  SELECT count(*) AS count FROM api_key WHERE account_id = $1
    AND (revoked_at IS NULL OR revoked_at >= $2) AND (expires_at IS NULL OR expires_at >= $2)`;
