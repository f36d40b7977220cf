/** PostgreSQL databases and settings that the program must not use: it says why in one line, and changes nothing. */
import type { Fault } from '../fault.ts';
import { runProgram } from '../sqlite-database.ts';
import { type Database, withDatabase } from './database.ts';

interface Refusal {
  readonly what: string;
  /** What the line must contain. */
  readonly says: RegExp;
  /** SQL before and after. */
  readonly prepare?: string;
  readonly undo?: string;
  /** Another address. */
  address?(url: URL): void;
}

const asLimited = (url: URL) => {
  url.username = 'limited';
};

const REFUSALS: readonly Refusal[] = [
  {
    what: 'a wrong password',
    says: /password authentication failed/,
    prepare: `CREATE ROLE guarded LOGIN PASSWORD 'right'`,
    undo: 'DROP ROLE guarded',
    address: (url) => Object.assign(url, { username: 'guarded', password: 'wrong-sesame' }),
  },
  {
    what: 'a missing database',
    says: /createdb/,
    address: (url) => Object.assign(url, { pathname: '/nowhere' }),
  },
  {
    what: 'a server that is not there',
    says: /does not respond/,
    address: (url) => Object.assign(url, { port: '1' }),
  },
  {
    what: 'a newer schema',
    says: /newer program/,
    prepare: `INSERT INTO headcount_layout (step, name) VALUES (99, 'later')`,
    undo: 'DELETE FROM headcount_layout WHERE step = 99',
  },
  {
    what: 'a missing migration',
    says: /step 2 is missing/,
    prepare: `CREATE TABLE kept AS SELECT * FROM headcount_layout WHERE step = 2; DELETE FROM headcount_layout WHERE step = 2`,
    undo: 'INSERT INTO headcount_layout SELECT * FROM kept; DROP TABLE kept',
  },
  {
    what: 'a missing table',
    says: /table photo_like is missing/,
    prepare: 'ALTER TABLE photo_like RENAME TO gone',
    undo: 'ALTER TABLE gone RENAME TO photo_like',
  },
  {
    what: 'a user without rights on the schema',
    says: /lacks the privilege USAGE/,
    prepare: 'CREATE ROLE limited LOGIN',
    address: asLimited,
  },
  {
    what: 'a user who may not write counters',
    says: /lacks the privilege \w+ on its table request_count/,
    prepare:
      'GRANT USAGE ON SCHEMA headcount TO limited; GRANT ALL ON ALL TABLES IN SCHEMA headcount TO limited; REVOKE INSERT, UPDATE, DELETE ON headcount.request_count FROM limited',
    undo: 'DROP OWNED BY limited; DROP ROLE limited',
    address: asLimited,
  },
  {
    what: "another program's schema",
    says: /another program/,
    prepare: 'CREATE SCHEMA other; CREATE TABLE other.recipe (name text)',
    undo: 'DROP SCHEMA other CASCADE',
    address: (url) => url.searchParams.set('schema', 'other'),
  },
];

export const POSTGRES_REFUSALS: Fault = {
  name: 'postgres-refusals',
  must: 'each is rejected at start in one line with exit code 1, without a password, and nothing changes',
  run: () =>
    withDatabase(async (database) => {
      await database.requirePasswordOf('guarded');
      const wrong: string[] = [];
      for (const refusal of REFUSALS) wrong.push(...(await tried(refusal, database)));
      for (const line of wrong) console.error(line);
      const kinds = REFUSALS.map(({ what }) => what).join(', ');
      return {
        passed: wrong.length === 0,
        figures: `${REFUSALS.length - wrong.length} of ${REFUSALS.length}: ${kinds}`,
      };
    }),
};

async function tried({ what, says, prepare, undo, address }: Refusal, database: Database) {
  const operator = await database.operator();
  if (prepare !== undefined) await operator.run(prepare);
  const url = new URL(database.url);
  address?.(url);
  const before = await database.digest();
  const given = ['serve', '--port', '0', '--database', url.href];
  const { code, output } = await runProgram(given, { killAfter: 20_000 });
  const isKept = (await database.digest()) === before;
  if (undo !== undefined) await operator.run(undo);
  await operator.end();
  const isOneLine = output.trimEnd().split('\n').length === 1;
  const isRight = code === 1 && isOneLine && says.test(output) && !output.includes('sesame') && isKept;
  return isRight
    ? []
    : [`${what}: exit code ${code}, ${isKept ? '' : 'changed, '}“${output.trim().slice(0, 300)}”`];
}
