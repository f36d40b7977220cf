import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportsIn } from './program.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const program = programHere();
let count = 0;

const FORM_1 =
  'timestamp,bucket,has_photo\r\n2026-10-16T12:31:15-07:00,11-20,True\r\n2026-10-16T12:10:05.000007-07:00,30+,False\r\n';
const FORM_2 = 'timestamp,bucket\r\n2026-10-16T12:31:15-07:00,15\r\n2026-10-16T12:10:05.000007-07:00,35\r\n';
const NDJSON =
  '{"id":7,"created_at":"2026-10-16T19:31:15Z","bucket":"11-20","latitude":44.1,"longitude":-123.1,"photo":{"file":"a.jpg","likes":["ada@example.edu"]}}\n' +
  '{"id":6,"created_at":"2026-10-16T12:10:05.000007-07:00","bucket":"30+"}\n';
const TWO = [
  { createdAt: 1_792_179_075_000_000, bucket: '11-20' },
  { createdAt: 1_792_177_805_000_007, bucket: '30+' },
];

/** Writes a file to import, and names a database that does not exist yet. */
function files(content: string): { file: string; database: string; address: string } {
  count += 1;
  const file = program.path(`${count}.data`);
  writeFileSync(file, content);
  const database = program.path(`${count}.sqlite`);
  return { file, database, address: `sqlite:${database}` };
}

describe('headcount import', () => {
  it.each([
    ['CSV of Form 1', FORM_1],
    ['NDJSON', NDJSON],
  ])('imports %s once, however often it runs', async (_, content) => {
    const { file, database, address } = files(content);
    const first = await program.run(['import', file, '--database', address]);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^2 reports read in \d+\.\d s: 2 added, 0 already there\.\n$/);
    expect(await reportsIn(database)).toMatchObject(TWO);
    const second = await program.run(['import', file, '--database', address, '--skip-bad']);
    expect(second.stdout).toMatch(/: 0 added, 2 already there\.\n$/);
    // None was bad.
    expect(existsSync(`${file}.bad`)).toBe(false);
    expect((await reportsIn(database))?.length).toBe(2);
  });

  it('completes reports that came from an export without photos', async () => {
    const { file, database, address } = files(FORM_2);
    await program.run(['import', file, '--database', address]);
    const { stdout } = await program.run(['import', files(FORM_1).file, '--database', address]);
    expect(stdout).toMatch(/: 0 added, 1 already there, 1 completed\.\n$/);
    expect((await reportsIn(database))?.map(({ photo }) => photo !== null)).toEqual([true, false]);
  });

  const COUNTS = ['--counts', '--time-column', 'Zeit', '--count-column', 'Gäste'];
  const BERLIN = [...COUNTS, '--time-zone', 'Europe/Berlin'];
  const PEOPLE = '\uFEFFZeit;Gäste\r\n2026-10-25 01:30;0\r\n2026-10-25 03:15;40\r\n2199-01-01 10:00;7\r\n';

  it('imports counts of people once, and says in which zone it reads their times', async () => {
    const { file, database, address } = files(PEOPLE);
    const first = await program.run(['import', file, ...BERLIN, '--database', address]);
    expect(first.stdout).toMatch(
      /^3 reports read in .*: 3 added, 0 already there\.\nTimes without an offset are read in Europe\/Berlin\.\n$/,
    );
    expect(first.stderr).toBe(
      '1 report is in the future, later than now. The service shows a report when its time has come.\n',
    );
    const second = await program.run(['import', file, ...BERLIN, '--database', address]);
    expect(second.stdout).toContain(': 0 added, 3 already there.');
    expect(await reportsIn(database)).toMatchObject([
      { bucket: '6-10' },
      { createdAt: Date.parse('2026-10-25T02:15Z') * 1000, bucket: '30+' },
      { createdAt: Date.parse('2026-10-24T23:30Z') * 1000, bucket: '0' },
    ]);
  });

  it('prints what counts become with --dry-run, adds nothing and creates no database', async () => {
    const { file, database, address } = files(`${PEOPLE}2026-10-25 02:30;3\r\n`);
    const dry = [...COUNTS, '--dry-run', '--database', address];
    const ambiguous = await program.run(['import', file, ...dry, '--time-zone', 'Europe/Berlin']);
    expect([ambiguous.code, ambiguous.stderr]).toEqual([
      1,
      `headcount: ${file}, line 5: Zeit "2026-10-25 02:30" is two times in Europe/Berlin, where the clock shows it twice; choose with --fold earlier or --fold later\n`,
    ]);
    const skipping = [...dry, '--time-zone', 'Europe/Berlin', '--skip-bad'];
    const { code, stdout, stderr } = await program.run(['import', file, ...skipping]);
    expect(code).toBe(0);
    expect(stdout).toBe(`3 reports, from 2026-10-25T01:30:00+02:00 to 2199-01-01T10:00:00+01:00. The first:
LINE  TIME                       BUCKET
2     2026-10-25T01:30:00+02:00  0
3     2026-10-25T03:15:00+01:00  30+
4     2199-01-01T10:00:00+01:00  6-10
In all:
BUCKET  REPORTS
0       1
1-5     0
6-10    1
11-20   0
20-30   0
30+     1
Times without an offset are read in Europe/Berlin.
Nothing was added, because of --dry-run.
`);
    expect(stderr).toMatch(
      /^1 bad line was skipped, the first line 5: .*--fold later\n1 report is in the future/,
    );
    expect([existsSync(database), existsSync(`${file}.bad`)]).toEqual([false, false]);
    const machine = await program.run(['import', files('Zeit;Gäste\n2026-10-16 01:30;0\n').file, ...dry]);
    expect(machine.stdout).toContain(
      `Times without an offset are read in ${Temporal.Now.timeZoneId()}, this machine's time zone; --time-zone sets another.`,
    );
  });

  it.each([
    [['--counts'], 'name two columns of the file with --time-column and --count-column'],
    [['--time-column', 'Zeit'], 'are for --counts, which is missing'],
    [['--fold', 'later'], 'are for --counts, which is missing'],
  ])('explains that %j lacks options', async (options, reason) => {
    const { file, address } = files(PEOPLE);
    const { code, stderr } = await program.run(['import', file, ...options, '--database', address]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('names the file of a report whose id belongs to another', async () => {
    const { file, address } = files('{"id":1,"created_at":"2026-10-16T19:31:15Z","bucket":"0"}\n');
    await program.run(['import', file, '--database', address]);
    const other = files('\n{"id":1,"created_at":"2026-10-16T19:31:15Z","bucket":"30+"}\n').file;
    const { stderr } = await program.run(['import', other, '--database', address]);
    expect(stderr).toMatch(new RegExp(`^headcount: ${other}, line 2: id 1 belongs to a different report`));
  });

  it.each([
    ['CSV', `${FORM_1}2026-10-16T12:00:00-07:00,about ten,False\r\n`, 4, 'about ten'],
    ['NDJSON', `${NDJSON}{"created_at":"2026-10-16T12:00:00","bucket":"0"}\n`, 3, 'created_at'],
  ])(
    'reports the line number and error of a bad line of %s, and adds nothing',
    async (_, content, line, reason) => {
      const { file, database, address } = files(content);
      const { code, stderr } = await program.run(['import', file, '--database', address]);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^headcount: ${file}, line ${line}: .*${reason}.*\\n$`));
      expect((await reportsIn(database)) ?? []).toEqual([]);
    },
  );

  it('skips bad lines with --skip-bad, and writes them to a file with line number and error', async () => {
    const { file, database, address } = files(
      `${FORM_1}2026-10-16,0,False\r\n2026-10-16T12:00:00-07:00,0,maybe\r\n`,
    );
    const bad = program.path('named.bad');
    const [byDefault, named] = [
      await program.run(['import', file, '--database', address, '--skip-bad']),
      await program.run(['import', file, '--database', address, '--skip-bad', bad]),
    ];
    expect([byDefault.code, named.code]).toEqual([0, 0]);
    expect(byDefault.stdout).toContain('2 added');
    expect(byDefault.stderr).toBe(`2 bad lines were skipped and written to ${file}.bad.\n`);
    expect(await reportsIn(database)).toMatchObject(TWO);
    for (const written of [`${file}.bad`, bad]) {
      expect(statSync(written).mode & 0o777).toBe(0o600);
      expect(readFileSync(written, 'utf8')).toMatch(
        /^# line 4: .*timestamp.*\n2026-10-16,0,False\n# line 5: .*has_photo.*\n2026-10-16T12:00:00-07:00,0,maybe\n$/,
      );
    }
  });

  it('overwrites no file with --skip-bad, least of all its input', async () => {
    const { file, database, address } = files(`${FORM_1}2026-10-16,0,False\r\n`);
    const before = readFileSync(file, 'utf8');
    const { code, stderr } = await program.run(['import', file, '--database', address, '--skip-bad', file]);
    expect([code, stderr]).toEqual([
      1,
      `headcount: --skip-bad: ${file} already exists; move it away or name another file\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await reportsIn(database)).toEqual([]);
    const nowhere = program.path('missing/x.bad');
    const second = await program.run(['import', file, '--database', address, '--skip-bad', nowhere]);
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: --skip-bad: .*missing.*\n$/),
    ]);
  });

  it('creates no database when the file does not exist', async () => {
    const { file, database, address } = files('');
    await program.run(['import', `${file}.no`, '--database', address]);
    expect(existsSync(database)).toBe(false);
  });

  it.each([
    ['a folder', '/tmp', 'is a folder'],
    ['the memory of a process', '/proc/self/mem', 'cannot be read'],
    ['a device without end', '/dev/zero', 'more than 1000000 characters'],
    ['an empty device', '/dev/null', 'is empty'],
    ['a path below a file', '/etc/passwd/reports.csv', 'cannot be read'],
  ])('reports that %s cannot be imported, in one line', async (_, source, reason) => {
    const { address, database } = files('');
    const { code, stdout, stderr } = await program.run(['import', source, '--database', address]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^headcount: .*${reason}.*\\n$`));
    expect((await reportsIn(database)) ?? []).toEqual([]);
  });

  it('shows nothing of a file that a terminal would interpret', async () => {
    for (const line of ['{"a":"\u001b[2J\u009b2J', '\u001b]0;x\u0007\u202e,0', '{"created_at":"\u009b2J"}']) {
      const { file, address } = files(`${line}\n`);
      const { code, stderr } = await program.run(['import', file, '--database', address]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^headcount: [^\p{C}]+\n$/u)]);
    }
  });
});
