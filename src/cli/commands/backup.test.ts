import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBackup } from '../../service/store/backup/check.ts';
import { databaseWithReports } from './database-with-reports.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const TOKYO = ['--time-zone', 'Asia/Tokyo'];

const program = programHere();

const withReports = (name: string, count: number) => databaseWithReports(program.path(name), count);

describe('headcount backup and restore', () => {
  it('are named by date in a folder, and older ones are deleted', async () => {
    const database = await withReports('dated.sqlite', 3);
    const today = Temporal.Now.plainDateISO();
    const daysAgo = (days: number) => `${today.subtract({ days })}.backup`;
    mkdirSync(program.path('dated'));
    for (const name of [
      daysAgo(31),
      daysAgo(30),
      daysAgo(29),
      `${daysAgo(40)}.partial`,
      '2020.backup',
      'mine.backup',
      `cafe-${daysAgo(31)}`,
    ])
      writeFileSync(program.path(`dated/${name}`), '');
    const folder = program.path('dated/');
    const args = ['backup', '--database', database, '--to', folder, '--keep-days', '30', '--json'];
    const { code, stdout, stderr } = await program.run(args);
    expect([code, stderr]).toEqual([0, '']);
    const { file, deleted } = JSON.parse(stdout);
    // Midnight may have passed.
    expect([today, today.add({ days: 1 })].map(String)).toContain(basename(file, '.backup'));
    const oldest = Temporal.PlainDate.from(basename(file, '.backup')).subtract({ days: 30 });
    expect(deleted).toContain(daysAgo(31));
    const left = readdirSync(program.path('dated'));
    expect(left).toEqual(
      expect.arrayContaining([
        `${daysAgo(40)}.partial`,
        '2020.backup',
        'mine.backup',
        `cafe-${daysAgo(31)}`,
        basename(file),
        `${oldest}.backup`,
      ]),
    );
    expect(left).not.toContain(daysAgo(31));
    // One of a venue has its id in the name, and is not mistaken for another's.
    const venues = program.path('venues.yaml');
    writeFileSync(venues, `cafe: {database: '${database}'}\n`);
    const ofCafe = await program.run([...args, '--venues', venues, '--venue', 'cafe']);
    expect(JSON.parse(ofCafe.stdout)).toMatchObject({
      file: expect.stringMatching(/dated\/cafe-\d{4}-/),
      deleted: [`cafe-${daysAgo(31)}`],
    });
    // A backup that fails deletes nothing.
    writeFileSync(program.path(`dated/${daysAgo(50)}`), '');
    expect((await program.run(args)).stderr).toContain('already exists');
    expect(readdirSync(program.path('dated'))).toContain(daysAgo(50));
  });

  it('are of the accounts and every venue with --venues, whose names are theirs, even if one fails', async () => {
    const accounts = await withReports('accounts.sqlite', 0);
    await withReports('venues/cafe.sqlite', 2);
    await withReports('hall.sqlite', 3);
    const venues = [
      'bar:',
      'cafe:',
      `hall: {database: 'sqlite:${program.path('hall.sqlite')}'}`,
      `main: {database: '${accounts}'}`,
    ];
    writeFileSync(program.path('all.yaml'), venues.join('\n'));
    mkdirSync(program.path('all'));
    const old = '2020-01-01.backup';
    for (const name of [old, `cafe-${old}`, `bar-${old}`]) writeFileSync(program.path(`all/${name}`), '');
    const env = { env: { HEADCOUNT_VENUES: program.path('all.yaml'), HEADCOUNT_DATABASE: accounts } };
    const { code, stdout, stderr } = await program.run(
      ['backup', '--to', program.path('all'), '--keep-days', '1', '--json'],
      env,
    );
    // Nobody has served the bar yet, or its address is wrong.
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^headcount: .*venues\/bar\.sqlite.*\n$/)]);
    const { backups } = JSON.parse(stdout);
    expect(backups).toMatchObject([
      { venue: null, contents: { reports: 0 }, deleted: [old] },
      { venue: 'cafe', contents: { reports: 2 }, deleted: [`cafe-${old}`] },
      { venue: 'hall', contents: { reports: 3 }, deleted: [] },
    ]);
    for (const { venue, file } of backups) {
      expect(file).toMatch(
        new RegExp(`/all/${venue === null ? '' : `${venue}-`}\\d{4}-\\d\\d-\\d\\d\\.backup$`),
      );
      expect((await checkBackup(file)).problems).toEqual([]);
    }
    expect(readdirSync(program.path('all'))).toContain(`bar-${old}`);
    const toFile = await program.run(['backup', '--to', program.path('one.backup')], env);
    expect([toFile.code, toFile.stderr]).toEqual([
      1,
      'headcount: --to must be a folder, as --venues lists several databases; or name one --venue\n',
    ]);
    const migrated = await program.run(['migrate', '--check'], env);
    expect([migrated.code, migrated.stdout]).toEqual([
      1,
      ['', 'cafe: ', 'hall: '].map((whose) => `${whose}The database is up to date.\n`).join(''),
    ]);
  });
});

it('headcount backup, restore and check say what they have done, in the time zone that is named', async () => {
  const database = await withReports('told.sqlite', 4);
  const [to, copy] = [program.path('told'), `sqlite:${program.path('copy/told.sqlite')}`];
  const contents =
    '4 reports, 0 photos, 0 likes, 0 accounts \\(with those that only liked photos\\), 0 keys, .*';
  for (const [args, said] of [
    [
      ['backup', '--database', database, '--to', to],
      `Backed up ${contents} to ${to} \\(\\d+\\.\\d MB\\) in \\d+\\.\\d s`,
    ],
    [
      ['restore', '--from', to, '--database', copy, ...TOKYO],
      `Restored ${contents}, as of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\(Asia/Tokyo\\), in \\d+\\.\\d s`,
    ],
    [['check', '--from', to], `Sound: ${contents}`],
    [['check', '--database', copy], `Sound: ${contents}`],
  ] as const)
    expect(await program.run(args)).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${said}\\.`)),
      stderr: '',
    });
});

describe('their mistakes', () => {
  it.each([
    [['backup', '--to', 'x'], /--database .*none\.sqlite does not exist/],
    [['backup', '--to', 'nowhere/x'], /folder nowhere does not exist/],
    [['restore', '--from', 'missing'], /missing cannot be read: ENOENT: no such file/],
    [['restore', '--from', '.'], /\. cannot be read: it is not a regular file/],
    [['check'], /--database .*none\.sqlite does not exist/],
  ] as const)('are one line: %j', async (args, reason) => {
    const file = program.path('none.sqlite');
    const { code, stdout, stderr } = await program.run(args, {
      env: { HEADCOUNT_DATABASE: `sqlite:${file}` },
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/^headcount: .*\n$/);
    expect(existsSync(file)).toBe(false);
  });

  it('restore over data is refused, and check reports problems as lines or as JSON', async () => {
    const database = await withReports('small.sqlite', 10);
    const [to, half] = [program.path('small'), program.path('half')];
    const backup = await program.run(['backup', '--database', database, '--to', to, '--json', ...TOKYO]);
    expect(JSON.parse(backup.stdout)).toMatchObject({
      file: to,
      madeAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+09:00$/),
      contents: { reports: 10 },
    });
    const before = readFileSync(program.path('small.sqlite'));
    const restored = await program.run(['restore', '--from', to, '--database', database]);
    expect([restored.code, restored.stderr]).toEqual([
      1,
      expect.stringMatching(/already has reports .*--force/),
    ]);
    expect(readFileSync(program.path('small.sqlite')).equals(before)).toBe(true);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const copy = readFileSync(to).subarray(0, 5000);
    writeFileSync(half, copy);
    const lines = await program.run(['check', '--from', half]);
    expect([lines.code, lines.stdout]).toEqual([1, expect.stringMatching(/half is not a backup, or .*\n$/)]);
    const json = await program.run(['check', '--from', half, '--json']);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { sound: false, contents: null }]);
  });
});
