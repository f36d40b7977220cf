/** Finds what our migrations don't make in a schema, since a trigger, a rule or a view of others runs with its rows. */
import { UNKNOWN_OBJECT } from '../backup/checks.ts';
import { TABLE_NAMES } from './schema.ts';
import type { Statements } from './statements.ts';

/** One sentence for each object. */
export async function unknownObjects(statements: Statements, schema: string): Promise<readonly string[]> {
  const known = new Set(['headcount_layout', ...TABLE_NAMES].map((name) => `table ${name}`));
  const rows = await statements.rows<{ name: string }>(OBJECTS, schema);
  return rows
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `the schema ${schema} has the ${name}, ${UNKNOWN_OBJECT}`);
}

/** Objects that belong to an extension are left out. */
const OBJECTS = `
  SELECT CASE relkind WHEN 'r' THEN 'table ' WHEN 'p' THEN 'partitioned table ' WHEN 'f' THEN 'foreign table ' ELSE 'view ' END
    || relname AS name
  FROM pg_class c WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'f', 'v', 'm')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
  UNION ALL
  SELECT 'function ' || proname FROM pg_proc p WHERE pronamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgname || ' of the table ' || relname FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
  WHERE relnamespace = $1::regnamespace AND NOT tgisinternal
  UNION ALL
  SELECT 'rule ' || rulename || ' of the table ' || relname FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
  WHERE relnamespace = $1::regnamespace AND rulename <> '_RETURN'
  UNION ALL
  SELECT 'policy ' || polname || ' of the table ' || relname FROM pg_policy JOIN pg_class c ON c.oid = polrelid
  WHERE relnamespace = $1::regnamespace
  ORDER BY 1`;
