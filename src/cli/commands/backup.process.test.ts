import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runGate } from '../../../conformance/gate.ts';
import { judgingHere } from '../../../conformance/judging.ts';
import { check, checkBackup } from '../../service/store/backup/check.ts';
import { openStore } from '../../service/store/open-store.ts';
import { NOON, newReport } from '../../service/store/suite/new-report.fixture.ts';
import { programUnderTest } from './program.fixture.ts';
import { responsesTo, served, simulated, urlOf } from './responses.fixture.ts';

const TOKYO = ['--time-zone', 'Asia/Tokyo'];

const program = programUnderTest();
const databaseAt = (name: string) => ({ engine: 'sqlite', file: program.path(name) }) as const;

/** A database with this many reports. */
async function withReports(name: string, count: number): Promise<string> {
  const store = await openStore(databaseAt(name), { create: true });
  await store.addReports([
    Array.from({ length: count }, (_, n) => newReport({ createdAt: NOON + n * 1_000_000 })),
  ]);
  await store.close();
  return `sqlite:${program.path(name)}`;
}

describe('headcount backup and restore', { timeout: 120_000 }, () => {
  it('give a new service the same keys, quotas and responses, byte for byte, and the gate finds nothing', async () => {
    const database = `sqlite:${program.path('original.sqlite')}`;
    const key = await simulated(program, database);
    const original = await served(program, database);
    const expected = await responsesTo(key, original);
    const backup = await program.run(['backup', '--database', database, '--to', 'nightly']);
    expect([backup.code, backup.stderr]).toEqual([0, '']);
    expect(backup.stdout).toMatch(
      /^Backed up [1-9]\d+ reports, \d+ photos, \d+ likes, \d+ accounts \(with those that only liked photos\), 1 key, \d+ events? and 1 request counter to nightly \(\d+\.\d MB\) in \d+\.\d s\.\n$/,
    );
    await original.stop();
    const other = `sqlite:${program.path('restored/copy.sqlite')}`;
    const restored = await program.run(['restore', '--from', 'nightly', '--database', other, ...TOKYO]);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect(restored.stdout).toMatch(
      /^Restored [1-9]\d+ reports, .*, as of \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Tokyo\), in \d+\.\d s\.\n$/,
    );
    const service = await served(program, other);
    expect(await responsesTo(key, service)).toEqual(expected);
    const gate = await runGate({
      url: urlOf(service),
      form: 2,
      key,
      skipDredd: true,
      judging: judgingHere,
    });
    expect([gate.exitCode, gate.problem]).toEqual([0, undefined]);
    await service.stop();
    for (const checked of [
      ['--from', 'nightly'],
      ['--database', other],
    ]) {
      const { code, stdout } = await program.run(['check', ...checked]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Sound: [1-9]\d+ reports, /)]);
    }
  });

  it('copy one moment of a database that changes all the time', async () => {
    const database = await withReports('busy.sqlite', 20_000);
    const store = await openStore(databaseAt('busy.sqlite'), { create: false });
    const running = program.run(['backup', '--database', database, '--to', 'busy']);
    let ended = false;
    const end = running.then(() => {
      ended = true;
    });
    let added = 0;
    while (!ended) {
      added += await store.advance('pairs', (value) => {
        const pairs = Number(value ?? 0) + 1;
        return {
          value: String(pairs),
          reports: [1, 2].map((n) => newReport({ createdAt: NOON - 1_000_000 * pairs, line: n })),
        };
      });
      await sleep(1);
    }
    await end;
    expect((await running).stderr).toBe('');
    await store.close();
    expect(added).toBeGreaterThan(50);
    await program.run(['restore', '--from', 'busy', '--database', `sqlite:${program.path('calm.sqlite')}`]);
    const copy = await openStore(databaseAt('calm.sqlite'), { create: false });
    const pairs = Number(await copy.metadata('pairs'));
    expect(await copy.observations({ start: 0, end: NOON })).toHaveLength(2 * pairs);
    await copy.close();
    expect((await checkBackup(program.path('busy'))).problems).toEqual([]);
  });

  it('are named by date in a folder, and older ones are deleted', async () => {
    const database = await withReports('dated.sqlite', 3);
    const today = Temporal.Now.plainDateISO();
    const daysAgo = (days: number) => `${today.subtract({ days })}.backup`;
    mkdirSync(program.path('dated'));
    for (const name of [
      daysAgo(31),
      daysAgo(30),
      `${daysAgo(40)}.partial`,
      '2020.backup',
      'mine.backup',
      `cafe-${daysAgo(31)}`,
    ])
      writeFileSync(program.path(`dated/${name}`), '');
    const args = ['backup', '--database', database, '--to', 'dated/', '--keep-days', '30', '--json'];
    const { code, stdout, stderr } = await program.run(args);
    expect([code, stderr]).toEqual([0, '']);
    const { file, deleted } = JSON.parse(stdout);
    // Midnight may have passed.
    expect([daysAgo(0), `${today.add({ days: 1 })}.backup`]).toContain(file.slice('dated/'.length));
    expect(deleted).toContain(daysAgo(31));
    const left = readdirSync(program.path('dated'));
    expect(left).toEqual(
      expect.arrayContaining([
        `${daysAgo(40)}.partial`,
        '2020.backup',
        'mine.backup',
        `cafe-${daysAgo(31)}`,
        file.slice(6),
      ]),
    );
    expect(left).not.toContain(daysAgo(31));
    // One of a venue has its id in the name, and is not mistaken for another's.
    writeFileSync(program.path('venues.yaml'), `cafe: {database: '${database}'}\n`);
    const ofCafe = await program.run([...args, '--venues', 'venues.yaml', '--venue', 'cafe']);
    expect(JSON.parse(ofCafe.stdout)).toMatchObject({
      file: expect.stringMatching(/^dated\/cafe-\d{4}-/),
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
      `hall: {database: 'sqlite:hall.sqlite'}`,
      `main: {database: '${accounts}'}`,
    ];
    writeFileSync(program.path('all.yaml'), venues.join('\n'));
    mkdirSync(program.path('all'));
    const old = '2020-01-01.backup';
    for (const name of [old, `cafe-${old}`, `bar-${old}`]) writeFileSync(program.path(`all/${name}`), '');
    const variables = { HEADCOUNT_VENUES: 'all.yaml', HEADCOUNT_DATABASE: accounts };
    const env = { env: variables };
    const { code, stdout, stderr } = await program.run(
      ['backup', '--to', 'all', '--keep-days', '1', '--json'],
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
        new RegExp(`^all/${venue === null ? '' : `${venue}-`}\\d{4}-\\d\\d-\\d\\d\\.backup$`),
      );
      expect((await checkBackup(program.path(file))).problems).toEqual([]);
    }
    expect(readdirSync(program.path('all'))).toContain(`bar-${old}`);
    const toFile = await program.run(['backup', '--to', 'one.backup'], env);
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

  it('leave nothing half done, and no temporary file, when SIGTERM ends them', async () => {
    const database = await withReports('full.sqlite', 100_000);
    await program.run(['backup', '--database', database, '--to', 'whole']);
    const outcomes = new Set<number | null>();
    for (const milliseconds of [0, 20, 80]) {
      const to = `ended-${milliseconds}`;
      outcomes.add(await endedAfter(['backup', '--database', database, '--to', to], milliseconds));
      if (existsSync(program.path(to))) expect((await checkBackup(program.path(to))).problems).toEqual([]);
      const target = databaseAt(`${to}.sqlite`);
      await withReports(`${to}.sqlite`, 1);
      const restore = ['restore', '--from', 'whole', '--force', '--database', `sqlite:${target.file}`];
      outcomes.add(await endedAfter(restore, milliseconds));
      const { problems, counts } = await check(target);
      expect(problems).toEqual([]);
      expect([1, 100_000]).toContain(counts?.report);
    }
    expect(outcomes).toContain(143);
    expect(partial()).toEqual([]);
  });

  /** Sends SIGTERM some time after the program has created its temporary file. Returns its exit code. */
  async function endedAfter(args: readonly string[], milliseconds: number): Promise<number | null> {
    const running = await program.start(args, /^/);
    const deadline = performance.now() + 20_000;
    while (partial().length === 0 && performance.now() < deadline) await sleep(1);
    await sleep(milliseconds);
    return (await running.stop('SIGTERM')).code;
  }

  function partial(): readonly string[] {
    return readdirSync(program.path('.')).filter((name) => name.endsWith('.partial'));
  }
});

describe('their mistakes', { timeout: 60_000 }, () => {
  it.each([
    [['backup'], 2, /--to <path>/],
    [['backup', '--to', 'x/', '--keep-days', '0'], 2, /--keep-days.* from 1 to 3650/],
    [['backup', '--to', 'x'], 1, /--database .*none\.sqlite does not exist/],
    [['backup', '--to', 'nowhere/x'], 1, /folder nowhere does not exist/],
    [['restore'], 2, /--from <file>/],
    [['restore', '--from', 'missing'], 1, /missing cannot be read: ENOENT: no such file/],
    [['restore', '--from', '.'], 1, /\. cannot be read: it is not a regular file/],
    [['check'], 1, /--database .*none\.sqlite does not exist/],
    [['check', '--from', 'x', '--repair'], 2, /--repair/],
  ] as const)('are one line: %j', async (args, code, reason) => {
    const result = await program.run(args, { env: { HEADCOUNT_DATABASE: 'sqlite:none.sqlite' } });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(reason);
    expect(result.stderr).not.toContain('    at ');
    if (code === 1) expect(result.stderr).toMatch(/^headcount: .*\n$/);
    expect(existsSync(program.path('none.sqlite'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each(['restore', 'check'])(
    'a pipe that nobody writes to is refused by %s',
    async (command) => {
      execFileSync('bash', ['-c', 'mkfifo "$0"', program.path(`${command}.pipe`)]);
      const database = `sqlite:${program.path('never.sqlite')}`;
      const args = [command, '--from', `${command}.pipe`, '--database', database];
      const { code, stdout, stderr } = await program.run(args);
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('it is not a regular file')]);
      expect(existsSync(program.path('never.sqlite'))).toBe(false);
    },
  );

  it('restore over data is refused, and check reports problems as lines or as JSON', async () => {
    const database = await withReports('small.sqlite', 10);
    const backup = await program.run(['backup', '--database', database, '--to', 'small', '--json', ...TOKYO]);
    expect(JSON.parse(backup.stdout)).toMatchObject({
      file: 'small',
      madeAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+09:00$/),
      contents: { reports: 10 },
    });
    const before = readFileSync(program.path('small.sqlite'));
    const restored = await program.run(['restore', '--from', 'small', '--database', database]);
    expect([restored.code, restored.stderr]).toEqual([
      1,
      expect.stringMatching(/already has reports .*--force/),
    ]);
    expect(readFileSync(program.path('small.sqlite')).equals(before)).toBe(true);
    expect(statSync(program.path('small')).mode & 0o777).toBe(0o600);
    const copy = readFileSync(program.path('small')).subarray(0, 5000);
    writeFileSync(program.path('half'), copy);
    const lines = await program.run(['check', '--from', 'half']);
    expect([lines.code, lines.stdout]).toEqual([1, expect.stringMatching(/^half is not a backup, or .*\n$/)]);
    const json = await program.run(['check', '--from', 'half', '--json']);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { sound: false, contents: null }]);
  });
});
