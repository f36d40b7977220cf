import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendChecksum } from '../../service/store/backup/checksum.ts';
import { openExisting, openStore } from '../../service/store/open-store.ts';
import { runSql } from '../../service/store/sqlite/operator.fixture.ts';
import { NOON, newReport } from '../../service/store/suite/new-report.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const { path, run } = programHere();

/** A database with so many reports and keys. Returns its address. */
async function database(name: string, reports: number, keys = 0): Promise<string> {
  const store = await openStore({ engine: 'sqlite', file: path(name) }, { create: true });
  await store.addReports([
    Array.from({ length: reports }, (_, n) => newReport({ createdAt: NOON + n * 1e6 })),
  ]);
  for (let n = 0; n < keys; n += 1) {
    const hash = new Uint8Array(32).fill(n);
    await store.issueKey({ hash, prefix: 'a', email: 'ada@b.edu', createdAt: NOON, quota: 9 });
  }
  await store.close();
  return `sqlite:${path(name)}`;
}

/** How many reports and keys a database has; null if there is none. */
async function contentOf(name: string): Promise<readonly [reports: number, keys: number] | null> {
  const store = await openExisting({ engine: 'sqlite', file: path(name) });
  if (store === null) return null;
  const content = [
    (await store.observations({ start: 0, end: 2 * NOON })).length,
    (await store.listKeys()).length,
  ];
  await store.close();
  return content as [number, number];
}

/** The environment of a service with these venues, whose databases are in this folder. */
function serviceIn(folder: string, ids = ['cafe', 'hall']) {
  writeFileSync(path(`${folder}.yaml`), ids.map((id) => `${id}:\n`).join(''));
  const address = `sqlite:${path(folder)}/accounts.sqlite`;
  return { env: { HEADCOUNT_VENUES: path(`${folder}.yaml`), HEADCOUNT_DATABASE: address } };
}

describe('headcount restore', () => {
  /** Backups of a service with one venue, and of one with two. */
  const files = { service: '', accounts: '', cafe: '', hall: '' };
  beforeAll(async () => {
    await database('two/accounts.sqlite', 0, 2);
    await database('two/venues/cafe.sqlite', 3);
    await database('two/venues/hall.sqlite', 5);
    mkdirSync(path('nightly'));
    const { stdout } = await run(['backup', '--json', '--to', path('nightly')], serviceIn('two'));
    const backups: { file: string; of: string }[] = JSON.parse(stdout).backups;
    expect(backups.map(({ of }) => of)).toEqual(['accounts', 'venue:cafe', 'venue:hall']);
    const checked = await run(['check', '--from', backups[1]?.file ?? '']);
    expect(checked.stdout).toMatch(/^Sound: 3 reports, .*\. A backup of the venue cafe, made at 2\S+Z\.\n$/);
    [files.accounts, files.cafe, files.hall] = backups.map(({ file }) => file) as [string, string, string];
    files.service = path('service.backup');
    const single = await database('single.sqlite', 4, 1);
    await run(['backup', '--to', files.service, '--database', single]);
  });

  it('takes no backup of another database, not even with --force, unless --of names it', async () => {
    const service = serviceIn('kept');
    await database('kept/accounts.sqlite', 0, 7);
    await database('kept/venues/cafe.sqlite', 8);
    for (const [args, message] of [
      [
        ['--from', files.cafe],
        /is a backup of the venue cafe, made at .*Z, with 3 reports and 0 keys, and the/,
      ],
      [['--from', files.service], /of a service with one venue, .* for the accounts; .* add --of service\n$/],
      [['--from', files.hall, '--venue', 'cafe'], /of the venue hall, .*; .* add --of venue:hall\n$/],
      [['--from', files.accounts, '--venue', 'cafe'], /of the accounts, .* with 0 reports and 2 keys,/],
      [['--from', files.service, '--venue', 'cafe'], /with 4 reports and 1 key, .* for the venue cafe;/],
      [['--from', files.cafe, '--of', 'venue:hall'], /of the venue cafe, .*, and not of the venue hall\n$/],
    ] as const) {
      const { code, stderr } = await run(['restore', '--force', ...args], service);
      expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(message)]);
      expect(await contentOf('kept/accounts.sqlite')).toEqual([0, 7]);
      expect(await contentOf('kept/venues/cafe.sqlite')).toEqual([8, 0]);
    }
    const single = await database('one.sqlite', 6, 6);
    const over = ['restore', '--force', '--database', single, '--from'];
    expect((await run([...over, files.cafe])).stderr).toContain('for a service with one venue;');
    const named = await run([...over, files.cafe, '--of', 'venue:cafe']);
    expect(named).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf('one.sqlite')).toEqual([3, 0]);
    expect((await run([...over, files.cafe, '--of', 'cafe'])).code).toBe(2);
  });

  it('moves a venue that was alone into a service with several, and back', async () => {
    const service = serviceIn('moved');
    for (const venue of [[], ['--venue', 'hall']])
      expect(await run(['restore', '--from', files.service, ...venue], service)).toMatchObject({
        stderr: '',
      });
    expect(await contentOf('moved/accounts.sqlite')).toEqual([4, 1]);
    expect(await contentOf('moved/venues/hall.sqlite')).toEqual([4, 1]);
    const alone = await run([
      'restore',
      '--from',
      files.cafe,
      '--database',
      `sqlite:${path('alone.sqlite')}`,
    ]);
    expect([alone.stderr, await contentOf('alone.sqlite')]).toEqual(['', [3, 0]]);
  });

  it('gives a venue another id, if its backup is named', async () => {
    const service = serviceIn('two', ['bar', 'hall']);
    const rename = ['restore', '--from', files.cafe, '--venue', 'bar'];
    expect((await run(rename, service)).stderr).toContain('add --of venue:cafe');
    expect(await run([...rename, '--of', 'venue:cafe'], service)).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf('two/venues/bar.sqlite')).toEqual([3, 0]);
  });

  it('restores what backup wrote of several venues, from the newest date that has all of them', async () => {
    const service = serviceIn('all', ['cafe', 'hall', 'new']);
    const folder = path('dated');
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03'])
      for (const [prefix, file] of [
        ['', files.accounts],
        ['cafe-', files.cafe],
        ['hall-', files.hall],
      ] as const)
        if (date !== '2026-01-03' || prefix !== 'hall-') copy(file, `${folder}/${prefix}${date}.backup`);
    // One that can't be used: nothing is restored, and what is wrong with each is said.
    writeFileSync(`${folder}/hall-2026-01-02.backup`, 'damaged');
    copy(files.hall, `${folder}/cafe-2026-01-02.backup`);
    const args = ['restore', '--all', folder];
    const refused = await run(args, service);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    for (const line of [
      `Warning: ${folder} has no backup of new, so it stays as it is.`,
      'Warning: 2026-01-03 lacks hall.',
      /cafe-2026-01-02\.backup is a backup of the venue hall, .*--of venue:hall/,
      /hall-2026-01-02\.backup is not a backup/,
      /^headcount: nothing was restored$/m,
    ])
      expect(refused.stderr).toMatch(line);
    expect(existsSync(path('all'))).toBe(false);
    copy(files.hall, `${folder}/hall-2026-01-02.backup`);
    copy(files.cafe, `${folder}/cafe-2026-01-02.backup`);
    // Neither when one of the databases has data.
    await database('all/venues/hall.sqlite', 1);
    const filled = await run(args, service);
    expect([filled.code, filled.stderr]).toEqual([
      1,
      expect.stringMatching(/hall\.sqlite already has .*\n.*nothing was/),
    ]);
    expect(existsSync(path('all/accounts.sqlite'))).toBe(false);
    const { code, stdout } = await run([...args, '--force', '--json'], service);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).restored).toMatchObject([
      { venue: null, of: 'accounts', file: `${folder}/2026-01-02.backup`, contents: { keys: 2 } },
      { venue: 'cafe', of: 'venue:cafe', file: `${folder}/cafe-2026-01-02.backup`, contents: { reports: 3 } },
      { venue: 'hall', of: 'venue:hall', file: `${folder}/hall-2026-01-02.backup`, contents: { reports: 5 } },
    ]);
    expect(await contentOf('all/accounts.sqlite')).toEqual([0, 2]);
    expect(await contentOf('all/venues/hall.sqlite')).toEqual([5, 0]);
    const again = await run([...args, '--force'], service);
    expect(again.stdout).toMatch(
      /^Restored 0 reports, .*\ncafe: Restored 3 reports, .*\nhall: Restored 5 reports, .*\n$/,
    );
  });

  it('needs a date with a backup of the accounts and of each venue that has any', async () => {
    const service = serviceIn('none');
    const folder = path('none-dated');
    copy(files.cafe, `${folder}/cafe-2026-01-02.backup`);
    const all = () => run(['restore', '--all', folder], service);
    expect((await all()).stderr).toMatch(/no backup that is named as that of the accounts, such as 2026/);
    copy(files.accounts, `${folder}/2026-01-01.backup`);
    expect((await all()).stderr).toMatch(
      /no date with a backup of each of the accounts, cafe; restore them one/,
    );
    const one = await run(['restore', '--all', folder, '--venue', 'cafe'], service);
    expect([one.code, one.stderr]).toEqual([2, expect.stringContaining('leave out --venue')]);
    const missing = await run(['restore', '--all', path('missing')], service);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: ENOENT: .*missing'\n$/),
    ]);
  });

  it('knows a backup of an earlier version by its content, or takes it with a warning', async () => {
    const service = serviceIn('old');
    for (const [name, file] of Object.entries(files)) await earlier(file, path(`old-${name}`));
    const refused = await run(['restore', '--from', path('old-cafe')], service);
    expect(refused.stderr).toMatch(/a backup of a venue that it does not name, .* add --of venue:ID\n$/);
    const accounts = await run(['restore', '--from', path('old-accounts'), '--venue', 'cafe'], service);
    expect(accounts.stderr).toContain('is a backup of the accounts');
    expect(await contentOf('old/accounts.sqlite')).toBe(null);
    for (const [args, stderr] of [
      [['--from', path('old-accounts')], ''],
      [
        ['--from', path('old-hall'), '--venue', 'hall'],
        /^Warning: .*old-hall doesn't say .* the venue hall\.\n$/,
      ],
      [['--from', path('old-cafe'), '--venue', 'cafe', '--of', 'venue:cafe'], ''],
    ] as const)
      expect(await run(['restore', ...args], service)).toMatchObject({
        code: 0,
        stderr: stderr === '' ? '' : expect.stringMatching(stderr),
      });
    const single = `sqlite:${path('old-single.sqlite')}`;
    const restored = await run(['restore', '--from', path('old-service'), '--database', single]);
    expect([restored.stderr, await contentOf('old-single.sqlite')]).toEqual(['', [4, 1]]);
  });
});

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(file, to);
}

/** Writes a backup as version 1.0.0-rc.1 did, which doesn't say whose it is. */
async function earlier(backup: string, to: string): Promise<void> {
  copyFileSync(backup, to);
  runSql(to, 'ALTER TABLE backup DROP COLUMN subject');
  await appendChecksum(to);
}
