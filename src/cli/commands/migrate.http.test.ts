import { expect, it } from 'vitest';
import { openWriter } from '../../service/store/sqlite/connection.ts';
import { databaseFiles } from '../../service/store/sqlite/database-files.ts';
import { programHere } from './program-here.fixture.ts';

const program = programHere();

it('only headcount migrate updates a database of an older version, and every other command names it', async () => {
  const { reports } = databaseFiles(program.path('old.sqlite'));
  const migrations = reports.migrations.slice(0, -2);
  (await openWriter({ ...reports, migrations }, true)).close();
  const database = ['--database', `sqlite:${reports.file}`];
  for (const command of [
    ['serve', '--time-zone', 'Asia/Tokyo', '--port', '0'],
    ['keys', 'list'],
    ['simulate', '--weeks', '1'],
  ]) {
    const { code, stderr } = await program.run([...command, ...database]);
    expect([command, code]).toEqual([command, 1]);
    expect(stderr).toContain(`old.sqlite has version ${migrations.length} of the schema, `);
    expect(stderr).toMatch(/ run headcount migrate\n$/);
  }
  const checked = await program.run(['migrate', '--check', ...database]);
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringMatching(/^(Lacks: .*\n){2}$/)]);
  const migrated = await program.run(['migrate', ...database]);
  expect([migrated.code, migrated.stdout]).toEqual([0, checked.stdout.replaceAll('Lacks', 'Added')]);
  const again = await program.run(['migrate', '--check', ...database]);
  expect([again.code, again.stdout]).toEqual([0, 'The database is up to date.\n']);
  expect((await program.run(['keys', 'list', ...database])).code).toBe(0);
});
