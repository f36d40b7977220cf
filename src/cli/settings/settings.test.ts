import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { addSettings, SETTING_NAMES, SETTINGS, type SettingName, variableOf } from './settings.ts';
import type { Setting } from './venue-settings.ts';

describe('a setting', () => {
  it.each<readonly [name: SettingName, allowed: string, values: readonly string[]]>([
    ['form', '1 or 2', ['3', '', 'one']],
    ['port', 'from 0 to 65535', ['-1', '65536', '3000x', '']],
    ['database', 'postgres://USER@HOST/DATABASE', ['postgres://x', 'postgres:///', 'mysql://u@h/d']],
    [
      'database',
      'must name one host. If the primary may move, name a proxy',
      ['postgres://u:p@h1,h2:5433/d'],
    ],
    ['database', 'colour; allowed are schema', ['postgres://u@h/d?colour=red']],
    ['database', 'lower-case letters', ['postgres://u@h/d?schema=Queue']],
    ['database', 'connections must be a whole number from 1 to 500', ['postgres://u@h/d?connections=0']],
    [
      'database',
      'statement_timeout must be a whole number from 100',
      ['postgres://u@h/d?statement_timeout=5s'],
    ],
    ['database', 'sqlite:FILE', ['sqlite:', 'sqlite::memory:', 'file.sqlite']],
    ['timeZone', 'America/New_York', ['Mars/Olympus', '', '+05:37']],
    ['host', '127.0.0.1', ['', 'http://a']],
    ['contact', '1 to 200', [' ', 'x'.repeat(201), 'two\nlines']],
    ['venueName', '1 to 60', [' ', 'x'.repeat(61), 'two\nlines', 'a\u0000', 'a\u2028b']],
    ['hours', 'missing.json', ['missing.json']],
    ['publicUrl', 'http or https', ['queue.example', 'ftp://queue.example']],
    [
      'publicUrl',
      'without a query, fragment or password',
      ['https://a:b@queue.example', 'https://q.example/?x=1'],
    ],
    ['publicUrl', 'at most 500 characters', [`https://queue.example/${'x'.repeat(500)}`]],
    ['photoHost', 'http', ['/photos', 'javascript:alert(1)']],
    ['publicPage', 'true or false', ['', 'yes', '1', 'TRUE']],
    ['trustProxy', '10.0.0.0/8', ['proxy.example', '10.0.0.0/33', '10.0.0.1,x']],
    ['asOf', 'UTC offset', ['yesterday', '2026-10-16T12:30:00', '2026-10-16']],
    ['logLevel', 'silent', ['loud', '']],
    ['metricsPort', 'from 0 to 65535', ['-1', 'off']],
    ['metricsHost', '127.0.0.1', ['http://a']],
    ['drainSeconds', 'from 0 to 3600', ['-1', '3601', '1.5']],
    ['keepAliveSeconds', 'from 1 to 3600', ['0', '3601']],
    ['smtp', 'smtps://USER:PASSWORD@HOST', ['', 'https://mail.example.edu', 'mail.example.edu:587']],
    ['smtp', 'Or log', ['on']],
    ['smtp', 'a user and a password', ['smtp://ada@mail.example.edu']],
    ['mailFrom', 'an e-mail address', ['', 'queue']],
    ['mailFrom', 'such as keys@queue.example.edu', ['Queue <queue@example.edu>', 'a,b@example.edu']],
    ['keysPerAccount', 'from 1 to 100', ['0', '101', 'two']],
    ['eligibleDomains', 'uni-x.de', ['@uni-x.de']],
    ['eligibleDomains', '"*.school.org" is not a domain', ['uni-x.de,*.school.org']],
    ['eligibleDomains', 'is not a domain', ['edu', 'uni x.de', 'a..de']],
    ['deniedDomains', 'is not a domain', ['alumni.example.edu;x']],
  ])('%s must be %s: not %j', (name, allowed, values) => {
    for (const value of values) expect(() => SETTINGS[name].parse(value)).toThrow(allowed);
  });

  it.each<readonly [SettingName, text: string, value: unknown]>([
    ['form', '1', 1],
    ['port', '0', 0],
    ['database', 'sqlite:a/b.sqlite', { engine: 'sqlite', file: 'a/b.sqlite' }],
    [
      'database',
      'postgresql://ada:secret@db.example:5433/queue?schema=lunch&connections=20&sslmode=verify-full',
      {
        engine: 'postgres',
        url: 'postgresql://ada:secret@db.example:5433/queue?sslmode=verify-full',
        shown: 'postgres://db.example:5433/queue',
        schema: 'lunch',
        listen: '',
        connections: 20,
        statementTimeout: 10_000,
      },
    ],
    ['timeZone', 'asia/kolkata', expect.stringMatching(/^Asia\/Kolkata$/i)],
    ['publicUrl', 'https://queue.example/live/', 'https://queue.example/live'],
    ['photoHost', 'https://photos.example', 'https://photos.example'],
    ['venueName', ' Mensa am Park ☕ ', 'Mensa am Park ☕'],
    ['venueName', '☕'.repeat(60), '☕'.repeat(60)],
    ['publicPage', 'true', true],
    ['publicPage', 'false', false],
    ['trustProxy', '127.0.0.1, 10.0.0.0/8,::1,loopback', ['127.0.0.1', '10.0.0.0/8', '::1', 'loopback']],
    ['asOf', '2026-10-16T12:30:00-07:00', 1_792_179_000_000_000],
    ['smtp', 'log', 'log'],
    [
      'smtp',
      'smtps://ada%40example.edu:p%3Aw@mail.example.edu',
      {
        host: 'mail.example.edu',
        port: 465,
        secure: true,
        local: false,
        auth: { user: 'ada@example.edu', pass: 'p:w' },
      },
    ],
    ['mailFrom', 'keys@queue.example.edu', 'keys@queue.example.edu'],
    ['keysPerAccount', '5', 5],
    ['eligibleDomains', 'Uni-X.de, school.org', ['uni-x.de', 'school.org']],
    ['eligibleDomains', 'Universität.example', ['xn--universitt-y5a.example']],
    ['deniedDomains', 'alumni.example.edu', ['alumni.example.edu']],
  ])('%s may be %s', (name, text, value) => {
    expect(SETTINGS[name].parse(text)).toEqual(value);
  });

  it('comes from a flag or from a variable of the same name; the flag wins, and messages name both', () => {
    for (const name of SETTING_NAMES) {
      const flag = /^--([a-z-]+) (?:<[a-z]+>|\[boolean\])$/.exec(SETTINGS[name].flags)?.[1];
      expect(variableOf(name)).toBe(`HEADCOUNT_${flag?.toUpperCase().replaceAll('-', '_')}`);
    }
    expect(parsedBy(['--public-page'], 'false')).toBe(true);
    expect(parsedBy(['--public-page', 'false'], 'true')).toBe(false);
    expect(parsedBy([], 'true')).toBe(true);
    expect(parsedBy(['--public-page=1'])).toMatch(/'--public-page \[boolean\]' .* true or false/);
    expect(parsedBy([], '1')).toMatch(/'--public-page \[boolean\]' .*HEADCOUNT_PUBLIC_PAGE.* true or false/);
  });
});

/** Returns the parsed value of `--public-page`, or the error message. */
function parsedBy(args: readonly string[], variable?: string): unknown {
  let message = '';
  const command = addSettings(new Command('serve'), ['publicPage'])
    .exitOverride()
    .configureOutput({ writeErr: (text) => (message += text) });
  vi.stubEnv('HEADCOUNT_PUBLIC_PAGE', variable);
  try {
    return command.parse(args, { from: 'user' }).opts()['publicPage'];
  } catch {
    return message;
  } finally {
    vi.unstubAllEnvs();
  }
}

describe('the file of opening hours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hours-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const json = `{"weekly": {${days.map((day) => `"${day}": []`)}}`;
  const yaml = `weekly: {${days.map((day) => `${day}: closed`)}}`;
  const parsed = (text: string) => {
    writeFileSync(join(folder, 'hours'), text);
    return SETTINGS.hours.parse(join(folder, 'hours'));
  };

  it.each([
    ['that an editor of Windows has saved', `\uFEFF${json}}\r\n`],
    ['with tabs', JSON.stringify(JSON.parse(`${json}}`), null, '\t')],
    ['in YAML', `# Closed for good\n${yaml}\n`],
    ['in YAML with dates', `${yaml}\nexceptions:\n  2026-12-25: closed\n  12-19/01-10: [ 07:00-08:00 ]\n`],
  ])('is read %s', (_, text) => {
    expect(parsed(text)).toHaveProperty(
      'weekly',
      days.map(() => []),
    );
  });

  it.each([
    [
      'a date twice',
      `${json},\n"exceptions": {\n"2026-12-25": [],\n"2026-12-25": ["07:00-08:00"]}}`,
      /Map keys must be unique at line 4, column 1: "2026-12-25": \["07:00-08:00"\]\}\} \(see/,
    ],
    [
      'a range twice',
      `${yaml}\nexceptions:\n  12-24/01-02: closed\n  "12-24/01-02": []\n`,
      /must be unique at line 4, column 3: "12-24\/01-02": \[\] \(see/,
    ],
    ['no end', `${json}`, /Flow map.* must .*end with a \}/],
    ['nothing', '', /timetable is not an object; it has weekly, exceptions, seasons/],
  ])('is refused with %s, in one line', (_, text, message) => {
    expect(() => parsed(text)).toThrow(message);
    expect(() => parsed(text)).toThrow(/^.*\(see docs\/settings\.md\)\.$/);
  });
});

describe('docs/settings.md', () => {
  const page = new URL('../../../docs/settings.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );

  it('has examples of opening hours that are valid, also for OpenStreetMap', () => {
    const [example, ...more] = [...text.matchAll(/^```yaml\n(weekly:[\s\S]*?)^```/gm)].map(([, yaml]) =>
      parse(yaml as string),
    );
    expect(more).toEqual([]);
    expect(parseTimetable(example).seasons.yearlyRanges).toHaveLength(1);
    const table = /^\| OpenStreetMap[\s\S]*?\n\n/m.exec(text)?.[0] ?? '';
    const members = [...table.matchAll(/`([\w/-]+: [^`]+)`/g)].map(([, member]) => parse(member as string));
    expect(members).toHaveLength(9);
    for (const member of members) {
      const isDay = Object.hasOwn(example.weekly, Object.keys(member)[0] as string);
      const changed = isDay
        ? { weekly: { ...example.weekly, ...member } }
        : { weekly: example.weekly, exceptions: member };
      expect(() => parseTimetable(changed)).not.toThrow();
    }
  });

  it('lists every setting with flag, variable, default and description, and nothing else', () => {
    const settings = SETTING_NAMES.map((name) => {
      const { flags, description, default: absent, shown = String(absent) }: Setting = SETTINGS[name];
      return [flags, variableOf(name), shown, description];
    });
    expect(rows).toEqual(settings);
  });
});
