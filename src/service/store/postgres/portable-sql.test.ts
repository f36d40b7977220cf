import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { qualified } from './qualified.ts';
import { TABLE_NAMES } from './schema.ts';

/** What the store must not use, and why: poolers share connections, and Citus keeps each schema on one of its nodes. */
const EXCLUDED: readonly (readonly [string, RegExp, reason: string])[] = [
  ['a search path', /search_path|current_schema\(/, 'it belongs to a connection'],
  [
    'a setting that lasts',
    /[`'";]\s*SET (?!LOCAL)/,
    'it belongs to a connection; SET LOCAL belongs to a transaction',
  ],
  [
    'a lock of a session',
    /pg_(try_)?advisory_lock/,
    'it belongs to a connection; pg_advisory_xact_lock belongs to a transaction',
  ],
  [
    'a temporary table',
    /\bTEMP(ORARY)?\b/,
    'it belongs to a connection, and Citus joins none with tables of another node',
  ],
  ['a cursor that outlives its transaction', /WITH HOLD/, 'it belongs to a connection'],
  ['PREPARE and EXECUTE', /\b(PREPARE|EXECUTE|DEALLOCATE|DISCARD)\b/, 'they belong to a connection'],
  ['triggers', /(?<!DROP )\bTRIGGER\b/, 'Citus has none on the tables of a schema that is on another node'],
  [
    'functions in a language of the server',
    /plpgsql|CREATE (OR REPLACE )?FUNCTION/,
    'Citus runs them on the node that was asked',
  ],
  ['settings of functions', /FROM CURRENT/, 'only PostgreSQL itself has them'],
  [
    'the clock of the server',
    /(?<![.\w])now\(\)|clock_timestamp|CURRENT_(TIMESTAMP|TIME|DATE)/,
    'each node has its own, and Citus takes only immutable functions in ON CONFLICT',
  ],
  [
    'random numbers of the server',
    /(?<![.\w])(random|gen_random_uuid)\(\)/,
    'Citus takes only immutable functions in ON CONFLICT',
  ],
  [
    'small identities',
    /\b(integer|smallint) GENERATED\b|\bserial\b/,
    'Citus takes only those of the type bigint',
  ],
  ['queries in VALUES', /VALUES \(\(SELECT/, 'Citus takes them only in INSERT … SELECT'],
  ['foreign data, partitions and inheritance', /FOREIGN TABLE|PARTITION OF|INHERITS/, 'Citus has its own'],
  ['several commands with values', /\.run\(\s*`[^`]*;[^`]*`,/, 'none may be prepared'],
];

/** Files that may use it: the connection that listens is shared with nobody, and behind a pooler there is none. */
const EXCEPT: Readonly<Record<string, string>> = {
  'a lock of a session': 'src/service/store/postgres/in-use.ts',
};

const SOURCES = globSync([
  'src/service/store/*.ts',
  'src/service/store/{postgres,accounts,live,backup}/*.ts',
]).filter((file) => !/\.(test|fixture|suite)\.ts$/.test(file));

describe('the SQL for PostgreSQL, poolers and Citus', () => {
  it.each(EXCLUDED)('does without %s', (name, construct, reason) => {
    const found = SOURCES.filter(
      (file) => file !== EXCEPT[name] && construct.test(readFileSync(file, 'utf8')),
    );
    expect(found, reason).toEqual([]);
  });

  it('gets the schema before every table, and before nothing else of the same name', () => {
    for (const table of TABLE_NAMES) {
      expect(
        qualified(`SELECT ${table}.id AS ${table} FROM ${table} JOIN ${table} a ON ${table}.id = a.id`, 's'),
      ).toBe(`SELECT ${table}.id AS ${table} FROM "s".${table} JOIN "s".${table} a ON ${table}.id = a.id`);
    }
    expect(qualified('TRUNCATE report, photo; CREATE INDEX report_by_time ON report (id)', 's')).toBe(
      'TRUNCATE "s".report, "s".photo; CREATE INDEX report_by_time ON "s".report (id)',
    );
    expect(
      qualified(
        'INSERT INTO photo AS p SELECT * FROM report ON CONFLICT DO UPDATE SET file = photo.file',
        's',
      ),
    ).toBe('INSERT INTO "s".photo AS p SELECT * FROM "s".report ON CONFLICT DO UPDATE SET file = photo.file');
  });
});
