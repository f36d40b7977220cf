/** Checks at start what would otherwise fail every request: the schema's tables, and the user's rights on them. */
import { StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import { TABLE_NAMES } from './schema.ts';

/** What the service does besides reading, by table, apart from checkpoints. */
export const WRITES: Readonly<Record<string, readonly string[]>> = {
  account: ['INSERT', 'UPDATE'],
  api_key: ['INSERT', 'UPDATE'],
  audit_event: ['INSERT', 'DELETE'],
  blocked_address: ['INSERT', 'UPDATE', 'DELETE'],
  data_version: ['UPDATE'],
  photo_like: ['DELETE'],
  request_count: ['INSERT', 'UPDATE', 'DELETE'],
  session: ['INSERT', 'DELETE'],
  sign_in_link: ['INSERT', 'UPDATE', 'DELETE'],
};

/**
 * Rejects with `unusable` if a table is missing, or if the user may not do what serving needs: read all
 * tables, and write counters, accounts and what belongs to them.
 */
export async function verifyTables(database: Database): Promise<void> {
  const { schema, shown } = database;
  const needed = TABLE_NAMES.map((name) => ({
    name,
    privileges: ['SELECT', ...(WRITES[name] ?? [])],
  }));
  const [lacking] = await database.rows<{ table: string; privilege: string | null }>(
    LACKING,
    schema,
    JSON.stringify(needed),
  );
  if (lacking === undefined) return;
  const { table, privilege } = lacking;
  const reason =
    privilege === null
      ? `its table ${table} is missing; restore a backup`
      : `the user lacks the privilege ${privilege} on its table ${table}; grant it on the server`;
  throw new StoreError('unusable', `the schema ${schema} of the database ${shown} cannot be used: ${reason}`);
}

/** The missing tables, without a privilege, and the needed privileges that the user lacks. */
const LACKING = `
  SELECT name AS table, CASE WHEN c.oid IS NOT NULL THEN privilege END AS privilege
  FROM json_to_recordset($2) AS needed (name text, privileges text[])
  CROSS JOIN LATERAL unnest(privileges) AS privilege
  LEFT JOIN pg_namespace n ON n.nspname = $1
  LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = name AND c.relkind IN ('r', 'p')
  WHERE c.oid IS NULL OR NOT has_table_privilege(c.oid, privilege)
  ORDER BY 1, 2`;
