import { readFileSync, writeFileSync } from 'node:fs';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { services } from '../../service/http/service-under-test.fixture.ts';
import { parseHours } from '../settings/parse-setting.ts';
import { programHere } from './program-here.fixture.ts';

const start = services();
const program = programHere();
const databaseAt = (name: string) => ['--database', `sqlite:${program.path(name)}`];

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function urlOf(output: string): string {
  return /at (http:\S+)/.exec(output)?.[1] as string;
}

describe('headcount serve', () => {
  it('says what a database without reports needs, and nothing once it has some and a key', async () => {
    const at = databaseAt('new.sqlite');
    const flag = at.join(' ');
    const args = ['serve', '--port', '0', ...at];
    const first = await program.start(args, / {2}docs /);
    const url = urlOf(first.output());
    const { stderr } = await first.stop();
    const zone = Temporal.Now.timeZoneId();
    const steps = `The database ${at[1]} has no reports. The time zone is ${zone}. If the venue is in another, stop the service and run npx --no-install headcount migrate ${flag} --time-zone NAME.
  reports  from people with --report-page, or npx --no-install headcount import FILE ${flag}
  key      npx --no-install headcount keys issue ${flag} --email you@your.university.edu
  docs     ${url}/docs/
`;
    expect(stderr).toBe(`Serving Form 2 at ${url}\n${steps}`);

    await program.run(['keys', 'issue', ...at, '--email', 'ada@example.edu']);
    const second = await program.start([...args, '--time-zone', zone], / {2}docs /);
    expect(second.output()).toContain(`has no reports. The time zone is ${zone}.\n  reports  `);
    expect(second.output()).not.toContain('keys issue');
    await second.stop();

    const input = 'timestamp,bucket\n2026-10-16T12:00:00-07:00,15\n';
    await program.run(['import', '-', ...at], { input });
    const third = await program.start(args, /Serving Form 2 at/);
    expect((await third.stop()).stderr).toBe(`Serving Form 2 at ${urlOf(third.output())}\n`);
  });

  it('also says where it listens when clients use another URL, and keeps idle connections as long as it is told', async () => {
    const settings = ['--public-url', 'https://queue.example.edu', '--keep-alive-seconds', '90'];
    const service = await program.start(
      ['serve', '--port', '0', ...databaseAt('proxied.sqlite'), ...settings],
      /Serving Form 2 at/,
    );
    const [, address] = /at https:\/\/queue\.example\.edu, listening on (\S+)/.exec(service.output()) ?? [];
    const response = await fetch(`http://${address}/livez`);
    expect([response.status, response.headers.get('keep-alive')]).toEqual([200, 'timeout=90']);
    await service.stop();
  });

  it('says as `check` does that 23:59 is no midnight, and that others can read the metrics', async () => {
    const week = DAYS.map((day) => `  ${day}: 08:00-23:59\n`);
    const file = program.path('hours.yaml');
    writeFileSync(file, `weekly:\n${week.join('')}`);
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const hours = parseTimetable(parse(readFileSync(file, 'utf8')));
    const service = await start({ logger, settings: { hours, metricsPort: 0, metricsHost: '0.0.0.0' } });
    const warning =
      /the opening hours end at 23:59, a minute before midnight, in weekly\.mon, .*; write 24:00/g;
    expect(lines.join('').match(warning)).toHaveLength(1);
    expect(lines.join('')).toContain('anyone who can reach 0.0.0.0 can read the metrics');
    const env = { HEADCOUNT_HOURS: file };
    const { code, stderr } = await program.run(['check', '--database', `sqlite:${service.file}`], { env });
    expect([code, stderr.match(warning)?.length]).toEqual([0, 1]);
  });

  it('reads its opening hours again when the file changes, and keeps them while it is wrong', async () => {
    const file = program.path('reread.yaml');
    const write = (openings: string) =>
      writeFileSync(file, JSON.stringify({ weekly: Object.fromEntries(DAYS.map((day) => [day, openings])) }));
    write('00:00-24:00');
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const service = await start({
      logger,
      settings: { hours: parseHours(file), publicPage: true, metricsPort: 0 },
    });
    const isOpen = async () => (await service.json<{ hours: { is_open: boolean } }>('status')).hours.is_open;
    const patterns = async () => (await service.json<{ open_hours: object }>('patterns')).open_hours;
    expect([await isOpen(), await patterns()]).toEqual([true, { first: 0, last: 23 }]);
    write('25:00-26:00');
    await expect
      .poll(() => lines.join(''), { timeout: 10_000 })
      .toContain('the opening hours stay as they were: ');
    const reloaded = async () =>
      /reload_successful (\d)/.exec(await (await fetch(service.metricsUrl as string)).text())?.[1];
    expect([await isOpen(), await reloaded()]).toEqual([true, '0']);
    write('17:00-20:00');
    await expect.poll(isOpen, { timeout: 10_000 }).toBe(false);
    expect([await patterns(), await reloaded()]).toEqual([{ first: 17, last: 19 }, '1']);
    expect(await (await fetch(`${service.url}/embed`)).text()).toContain('Closed. Opens 5:00pm.');
  });

  it('serves metrics on a port of their own, and names the setting of a port that is in use', async () => {
    const serve = ['serve', ...databaseAt('metrics.sqlite'), '--port'];
    const service = await program.start([...serve, '0', '--metrics-port', '0'], /Serving metrics at/);
    const [, url = ''] =
      /Serving metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(service.output()) ?? [];
    expect(await (await fetch(url)).text()).toContain('headcount_database_up 1\n');
    const own = new URL(urlOf(service.output())).port;
    const { port } = new URL(url);
    for (const [args, taken, flag] of [
      [[own], own, '--port'],
      [['0', '--metrics-port', port], port, '--metrics-port'],
    ] as const) {
      expect(await program.run([...serve, ...args])).toEqual({
        code: 1,
        stdout: '',
        stderr: `headcount: port ${taken} on 127.0.0.1 is already in use; choose another with ${flag}\n`,
      });
    }
    expect((await service.stop()).code).toBe(0);
  });
});
