import { mkdir, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer } from '../../../tools/postgres-server/postgres-server.ts';
import { describeOwnPostgres } from '../../service/store/postgres/server.fixture.ts';
import { openSqliteStore } from '../../service/store/sqlite/sqlite-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { WAIT } from '../composition/database-wait.ts';
import { program } from './program.ts';
import { programHere } from './program-here.fixture.ts';

const newFile = temporaryFiles();
const { run } = programHere();
let commands: readonly (readonly string[])[] = [];
let [text, folder] = ['', ''];

const { patience } = WAIT;
beforeAll(() => {
  // `serve` waits for a server that may still be starting.
  WAIT.patience = 0;
});
afterAll(() => {
  WAIT.patience = patience;
});

beforeAll(async () => {
  [text, folder] = [newFile('text.sqlite'), newFile('folder.sqlite')];
  await writeFile(text, 'hello\n'.repeat(1000), { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  const [reports, backup, sound] = [newFile('reports.csv'), newFile('sound.backup'), newFile('sound.sqlite')];
  await writeFile(reports, 'timestamp,bucket\n2026-01-02T12:00:00-08:00,8\n');
  await (await openSqliteStore(sound, { create: true })).close();
  await run(['backup', '--to', backup, '--database', `sqlite:${sound}`]);
  const needed: Readonly<Record<string, readonly string[]>> = {
    serve: ['--port', '0'],
    demo: ['--port', '0'],
    'keys issue': ['--email', 'ada@cs.example.edu'],
    'keys expire': ['1', '7d'],
    'accounts delete': ['1', '--yes'],
    'hours open': ['--until', '21:00'],
    'reports remove': ['--id', '1'],
    import: [reports],
    backup: ['--to', newFile('new.backup')],
    restore: ['--from', backup],
  };
  // Every command that opens a database.
  commands = commandsOn(program()).map((command) => {
    const name = nameOf(command);
    return [...name.split(' '), ...(needed[name] ?? command.registeredArguments.map(() => '1'))];
  });
});

function commandsOn(command: Command): readonly Command[] {
  const own = command.options.some(({ long }) => long === '--database') ? [command] : [];
  return [...own, ...command.commands.flatMap(commandsOn)];
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

/** A database that no command can use, and what all of them say in one sentence. */
type Fault = readonly [what: string, database: () => string | Promise<string>, reason: RegExp];

function describeFaults(faults: readonly Fault[]): void {
  it.each(faults)('%s is one sentence of every command', async (_, database, reason) => {
    const address = await database();
    for (const command of commands) {
      const { code, stdout, stderr } = await run([...command, '--database', address]);
      expect([command.join(' '), code]).toEqual([command.join(' '), 1]);
      // `check` prints what it found.
      if (stdout === '') expect(stderr).toMatch(/^headcount: --database \(HEADCOUNT_DATABASE\): [^\n]+\n$/);
      expect(stdout + stderr).toMatch(reason);
      expect(stdout + stderr).not.toMatch(/sesame|^ +at /m);
    }
  });
}

describe('a file', () => {
  describeFaults([
    ['that is not a database', () => `sqlite:${text}`, /is not an SQLite database/],
    ['that is a folder', () => `sqlite:${folder}`, /cannot be (opened|used|written)/],
    ['inside a file', () => `sqlite:${text}/x.sqlite`, /cannot be (read|used|written)/],
  ]);
});

describeOwnPostgres('a PostgreSQL server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start();
    const operator = new pg.Client({ connectionString: server.url });
    await operator.connect();
    for (const statement of [
      "CREATE ROLE ada LOGIN PASSWORD 'right'",
      'CREATE DATABASE closed ALLOW_CONNECTIONS false',
      'CREATE SCHEMA theirs',
      'CREATE TABLE theirs.report (id text)',
      'CREATE SCHEMA alike',
      'CREATE TABLE alike.headcount_layout (version text[])',
    ])
      await operator.query(statement);
    await operator.end();
    await server.requirePasswordOf('ada');
  });
  afterAll(() => server.remove());

  const address = (user: string, path: string) => {
    const url = new URL(path, server.url);
    return `postgres://${user}@${url.host}${url.pathname}${url.search}`;
  };
  describeFaults([
    ['that refuses connections', () => 'postgres://ada:sesame@127.0.0.1:1/x', /does not respond/],
    ['with another password', () => address('ada:sesame', '/postgres'), /password authentication failed/],
    ['without the password that it asks for', () => address('ada', '/postgres'), /asks for a password/],
    ['without the database', () => address('postgres', '/nothing'), /does not exist; create it/],
    ['that closed the database', () => address('postgres', '/closed'), /not currently accepting connections/],
    [
      'with a schema of another program',
      () => address('postgres', '/postgres?schema=theirs'),
      /another program/,
    ],
    ['with a schema that looks like one', () => address('postgres', '/postgres?schema=alike'), /./],
  ]);

  it('that refuses a statement is quoted in a sentence', async () => {
    const changed = address('postgres', '/postgres?schema=changed');
    await run(['simulate', '--weeks', '1', '--database', changed]);
    const operator = new pg.Client({ connectionString: server.url });
    await operator.connect();
    await operator.query('ALTER TABLE changed.api_key ALTER COLUMN created_at TYPE boolean USING true');
    await operator.end();
    const { code, stderr } = await run([
      'keys',
      'issue',
      '--email',
      'ada@cs.example.edu',
      '--database',
      changed,
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: --database .* refused a statement: .*\n$/),
    ]);
  });
});
