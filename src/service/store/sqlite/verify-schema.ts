/**
 * Compares the schema of a file with the one that our migrations make. Somebody else may have made the file, and a
 * trigger or a view in it would run with the rows.
 */
import { DatabaseSync } from 'node:sqlite';
import { UNKNOWN_OBJECT } from '../backup/checks.ts';
import { allRows, type DatabaseFile, firstRow } from './connection.ts';

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** How a schema differs from what migrations make, each object in words such as `trigger version_fact_insert`. */
export interface SchemaDifferences {
  /** What the migrations don't make. */
  readonly added: readonly string[];
  /** What they make, and the file lacks or has in another form. */
  readonly lacking: readonly string[];
}

/** What ANALYZE and Litestream add, as operators may run them. */
const OF_OPERATORS = `
  CREATE TABLE sqlite_stat1(tbl,idx,stat);
  CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample);
  CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
  CREATE TABLE _litestream_lock (id INTEGER)`
  .split(';')
  .map(plain);

/** Compares with what these statements make in an empty file; `schema` is the name of an attached one. */
export function schemaDifferences(
  connection: DatabaseSync,
  statements: readonly string[],
  schema = 'main',
): SchemaDifferences {
  const found = entriesOf(connection, schema);
  const expected = entriesMadeBy(statements);
  return { added: missingFrom(expected, found), lacking: missingFrom(found, expected) };
}

/** The differences of one of our files, or of an attached one, from its version, each as a sentence. */
export function schemaProblems(
  connection: DatabaseSync,
  { file, migrations }: Pick<DatabaseFile, 'file' | 'migrations'>,
  schema = 'main',
): SchemaDifferences {
  const statements = migrations.slice(0, versionOf(connection, schema)).map(({ sql }) => sql);
  const { added, lacking } = schemaDifferences(connection, statements, schema);
  return {
    added: added.map((what) => `${file} has the ${what}, ${UNKNOWN_OBJECT}`),
    lacking: lacking.map((what) => `${file} lacks the ${what}; restore a backup`),
  };
}

/** Drops what the statements don't make, which runs none of it. */
export function dropAdded(connection: DatabaseSync, statements: readonly string[]): void {
  const expected = entriesMadeBy(statements);
  connection.exec('PRAGMA foreign_keys = OFF');
  for (const [key, { type, name }] of entriesOf(connection, 'main')) {
    if (!expected.has(key)) connection.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`);
  }
  connection.exec('PRAGMA foreign_keys = ON');
}

type Entries = ReadonlyMap<string, SchemaEntry>;

/** Indexes without SQL come and go with their table. */
function missingFrom(schema: Entries, other: Entries): readonly string[] {
  const missing = [...other].filter(([key, { sql }]) => !schema.has(key) && sql !== null);
  return missing.map(([, { type, name }]) => `${type} ${name}`);
}

/** By everything that matters about them. */
function entriesOf(connection: DatabaseSync, schema: string): Entries {
  const rows = allRows<SchemaEntry>(
    connection.prepare(
      `SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema ORDER BY type DESC, name`,
    ),
  );
  const entries = rows.filter(({ sql }) => sql === null || !OF_OPERATORS.includes(plain(sql)));
  return new Map(
    entries.map((entry) => {
      const { type, name, tbl_name: table, sql } = entry;
      return [JSON.stringify([type, name, table, sql === null ? null : plain(sql)]), entry];
    }),
  );
}

/** What statements make, which is always the same: a service with 200 venues opens 400 files. */
const made = new Map<string, Entries>();

function entriesMadeBy(statements: readonly string[]): Entries {
  const script = statements.join(';\n');
  const known = made.get(script);
  if (known !== undefined) return known;
  using empty = new DatabaseSync(':memory:');
  empty.exec(script);
  const entries = entriesOf(empty, 'main');
  made.set(script, entries);
  return entries;
}

/** SQL with single spaces, as programs may have indented it differently. */
function plain(sql: string): string {
  return sql.trim().replaceAll(/\s+/g, ' ');
}

/** The version of a file's schema, or of an attached one. */
export function versionOf(connection: DatabaseSync, schema = 'main'): number {
  const row = firstRow<{ user_version: number }>(connection.prepare(`PRAGMA ${schema}.user_version`));
  return row?.user_version ?? 0;
}
