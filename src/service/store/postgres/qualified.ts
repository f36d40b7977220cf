/** The schema of the tables: statements are written without it and sent with it, so no connection needs a search path. */
import { TABLE_NAMES } from './schema.ts';

/** The table of steps, and the function that version 7 dropped. */
const NAMES = [...TABLE_NAMES, 'headcount_layout', 'count_added_reports'].join('|');

/** Behind these words a table is meant, and not a column or an alias of the same name. */
const BEFORE = String.raw`\b(?:FROM|JOIN|INTO|UPDATE|TABLE|REFERENCES|ON|FUNCTION)\s+|\b(?:TRUNCATE|ANALYZE) [\w, ]*`;

const TABLE = new RegExp(String.raw`(?<=${BEFORE})\b(?:${NAMES})\b(?!\.)`, 'g');

/** The statement with the schema before the name of each of our tables. Keywords must be in capitals. */
export function qualified(sql: string, schema: string): string {
  return sql.replace(TABLE, (name) => `"${schema}".${name}`);
}
