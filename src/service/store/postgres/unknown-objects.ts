/** Finds what our migrations don't make in a schema, since a trigger, a rule or a view of others runs with its rows. */
import { UNKNOWN_OBJECT } from '../backup/checks.ts';
import type { PostgresAddress } from './address.ts';
import type { Statements } from './leases.ts';
import type { Migration } from './migrations.ts';
import { tablesOf } from './verify-tables.ts';

/** One sentence for each object. */
export async function unknownObjects(
  statements: Statements,
  { schema }: PostgresAddress,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const known = madeBy(migrations);
  const rows = await statements.rows<{ name: string; definition: string }>(OBJECTS, schema);
  return rows
    .filter(({ name, definition }) => known.get(name) !== definition)
    .map(({ name }) => `the schema ${schema} has the ${name}, ${UNKNOWN_OBJECT}`);
}

/** Names of objects, and what they run: a trigger its function, and a function its text. */
function madeBy(migrations: readonly Migration[]): ReadonlyMap<string, string> {
  const sql = migrations.map((migration) => migration.sql).join('\n');
  const all = (pattern: RegExp) => [...sql.matchAll(pattern)].map((match) => match.slice(1) as string[]);
  return new Map([
    ['table headcount_layout', ''],
    ...tablesOf(migrations).map((name) => [`table ${name}`, ''] as const),
    ...all(/CREATE FUNCTION (\w+)\(.*?\$\$(.*?)\$\$/gs).map(
      ([name, text = '']) => [`function ${name}`, text] as const,
    ),
    ...all(/CREATE TRIGGER (\w+).*? ON (\w+).*?EXECUTE FUNCTION (\w+)/gs).map(
      ([name, table, text = '']) => [`trigger ${name} of the table ${table}`, text] as const,
    ),
  ]);
}

/** Objects that belong to an extension are left out. */
const OBJECTS = `
  SELECT CASE relkind WHEN 'r' THEN 'table ' WHEN 'p' THEN 'table ' WHEN 'f' THEN 'foreign table ' ELSE 'view ' END
    || relname AS name, CASE WHEN relkind = 'r' THEN '' ELSE relkind::text END AS definition
  FROM pg_class c WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'f', 'v', 'm')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
  UNION ALL
  SELECT 'function ' || proname, prosrc FROM pg_proc p WHERE pronamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgname || ' of the table ' || relname,
    CASE WHEN pronamespace = relnamespace THEN proname ELSE pronamespace::regnamespace || '.' || proname END
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
  WHERE relnamespace = $1::regnamespace AND NOT tgisinternal
  UNION ALL
  SELECT 'rule ' || rulename || ' of the table ' || relname, ''
  FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
  WHERE relnamespace = $1::regnamespace AND rulename <> '_RETURN'
  UNION ALL
  SELECT 'policy ' || polname || ' of the table ' || relname, ''
  FROM pg_policy JOIN pg_class c ON c.oid = polrelid WHERE relnamespace = $1::regnamespace
  ORDER BY 1`;
