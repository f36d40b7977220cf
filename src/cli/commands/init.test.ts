import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { siteFiles } from '../site/site-files.ts';
import { parseWeek } from '../site/week.ts';
import { askFor } from './init.ts';
import { programHere } from './program-here.fixture.ts';

const { run } = programHere();
const VENUE = {
  '--venue-name': 'Dining Hall',
  '--time-zone': 'Europe/Berlin',
  '--hours': 'mon-fri 11:00-14:00',
  '--public-url': 'https://queue.example.edu',
};
const PATHS = siteFiles({
  venueName: '',
  timeZone: '',
  publicUrl: 'https://a.example',
  hours: parseWeek('always'),
  node: '',
  program: '',
}).map(({ path }) => path);

let folder = '';
let out = '';
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-init-'));
});
beforeEach(() => {
  runs += 1;
  out = join(folder, String(runs));
});
afterAll(() => rm(folder, { recursive: true }));

const init = (options: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
  run(['init', ...Object.entries(options).flat(), '--yes', '--out', out, ...flags]);
const written = async () => {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(out.length + 1));
};

it('writes every file, and prints the three commands that come next', async () => {
  const { code, stdout } = await init(VENUE);
  expect([code, (await written()).toSorted()]).toEqual([0, PATHS.toSorted()]);
  expect(stdout.match(/^ {2}sudo .*$/gm)).toEqual([
    expect.stringContaining('sudo useradd --system'),
    `  sudo cp -r ${join(out, 'etc')} ${join(out, 'usr')} /`,
    '  sudo systemctl enable --now headcount.service headcount-backup.timer',
  ]);
  expect((await stat(join(out, 'etc/headcount/headcount.env'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(out, 'etc/headcount'))).mode & 0o777).toBe(0o755);
});

it('proposes another code for the sign each time, of six characters without look-alikes', async () => {
  const codes = await Promise.all(
    [1, 2].map(async () => {
      const { stdout } = await init(VENUE, '--force');
      return /^ {2}HEADCOUNT_REPORT_CODE=([2-9A-HJKMNP-Z]{6})$/m.exec(stdout)?.[1];
    }),
  );
  expect(codes).not.toContain(undefined);
  expect(codes[0]).not.toBe(codes[1]);
});

it('with --dry-run, prints what it would write, and writes nothing', async () => {
  const { code, stdout } = await init(VENUE, '--dry-run');
  expect([code, await written()]).toEqual([0, []]);
  await init(VENUE);
  for (const path of PATHS) {
    expect(stdout).toContain(`==> ${path} <==\n${await readFile(join(out, path), 'utf8')}`);
  }
});

it('can be repeated, but replaces no file with other content, unless --force is given', async () => {
  await init(VENUE);
  expect((await init(VENUE)).code).toBe(0);
  const file = join(out, 'Caddyfile');
  await writeFile(file, 'mine');
  const { code, stderr } = await init({ ...VENUE, '--venue-name': 'Café' });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`${file}: exists with other content; use --force`),
  ]);
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await readFile(join(out, 'etc/headcount/headcount.env'), 'utf8')).toContain('Dining Hall');
  expect((await init(VENUE, '--force')).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('queue.example.edu');
});

it('names what is missing if nobody can be asked', async () => {
  const { '--hours': _, '--time-zone': __, ...options } = VENUE;
  const { code, stderr } = await init(options);
  expect([code, stderr]).toEqual([2, expect.stringContaining('error: init needs --time-zone, --hours')]);
  expect(await written()).toEqual([]);
});

it.each<readonly [flag: string, text: string, code: number, message: string]>([
  ['--time-zone', 'Mars/Olympus', 2, 'It must be the name of a time zone'],
  ['--hours', 'noon', 2, 'begin with days, not with "noon": days and openings such as'],
  ['--venue-name', '', 2, 'It must be one line of 1 to 60 characters.'],
  ['--public-url', 'queue.example.edu', 2, 'It must be an http or https URL'],
  [
    '--public-url',
    'http://queue.example.edu',
    1,
    'it must be https:// and a host name, without a port or a path',
  ],
  ['--public-url', 'https://queue.example.edu:8443', 1, 'without a port or a path'],
  ['--public-url', 'https://example.edu/queue', 1, 'without a port or a path'],
  ...['q$(id)', 'q`id`', "q'", 'q"', 'q;id', 'q{}', 'q&id', 'q_', '-q'].map(
    (name) =>
      ['--public-url', `https://${name}.example`, 1, 'its host must have letters, digits, dots'] as const,
  ),
])('%s %s is refused with what is allowed, and nothing is written', async (flag, text, code, message) => {
  const result = await init({ ...VENUE, [flag]: text });
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)]);
  expect(result.stderr).toContain(flag);
  expect(await written()).toEqual([]);
});

it.each(['https://[2001:db8::1]', 'https://192.0.2.1', 'https://xn--mnchen-3ya.example'])(
  'writes proxies for %s',
  async (publicUrl) => {
    expect((await init({ ...VENUE, '--public-url': publicUrl })).code).toBe(0);
    expect(await readFile(join(out, 'Caddyfile'), 'utf8')).toContain(`${new URL(publicUrl).host} {`);
  },
);

it('asks for what no option says, until the answer is valid', async () => {
  const asked: string[] = [];
  const answers = [
    '',
    ' Mensa ',
    '',
    'Europe/Berlin',
    'noon',
    'mon 11:00-14:00',
    'queue.example.edu/x',
    'queue.example.edu',
  ];
  const found = await askFor(
    { venueName: null, timeZone: null, publicUrl: null, hours: null },
    async (question) => {
      asked.push(question);
      return answers[asked.length - 1] as string;
    },
  );
  expect(found).toMatchObject({
    venueName: 'Mensa',
    timeZone: 'Europe/Berlin',
    hours: { mon: ['11:00-14:00'], tue: [] },
    publicUrl: 'https://queue.example.edu',
  });
  expect(asked.map((question) => question.split('\n')[0])).toEqual([
    'Name of the venue: ',
    'It must be one line of 1 to 60 characters.',
    'Time zone of the venue, such as America/New_York: ',
    expect.stringMatching(/^It must be the name of a time zone/),
    expect.stringMatching(/^Opening hours, such as /),
    expect.stringMatching(/^begin with days/),
    'Address, such as queue.example.edu: ',
    expect.stringContaining('without a port or a path'),
  ]);
  const given = { venueName: 'A', timeZone: 'UTC', publicUrl: 'https://a.example', hours: {} };
  expect(await askFor(given, () => Promise.reject(new Error('asked')))).toEqual(given);
});
