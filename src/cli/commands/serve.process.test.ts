import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../service/store/open-store.ts';
import { newReport } from '../../service/store/suite/new-report.fixture.ts';
import { programUnderTest, reportsIn } from './program.fixture.ts';

const program = programUnderTest();

function urlOf(output: string): string {
  return /at (http:\S+)/.exec(output)?.[1] as string;
}

describe('headcount serve', { timeout: 60_000 }, () => {
  it.each([
    ['SIGTERM', 'false', 404],
    ['SIGINT', 'true', 200],
  ] as const)(
    'serves until %s, drains, and exits with code 0; with HEADCOUNT_PUBLIC_PAGE=%s, visitors get %i',
    async (signal, isPublic, status) => {
      const database = `sqlite:${signal}.sqlite`;
      const service = await program.start(
        ['serve', '--port', '0', '--database', database],
        isPublic === 'true' ? /Visitors need no key at/ : /Serving Form 2 at/,
        { env: { HEADCOUNT_PUBLIC_PAGE: isPublic } },
      );
      const url = urlOf(service.output());
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await fetch(`${url}/page/api/v1/status`)).status).toBe(status);
      expect((await fetch(`${url}/api/v1/status`)).status).toBe(401);
      const { code, stdout } = await service.stop(signal);
      expect(code).toBe(0);
      expect(service.output().includes('Visitors')).toBe(isPublic === 'true');
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toContainEqual(expect.objectContaining({ path: '/api/v1/status', status: 401 }));
      // It adds no data.
      expect(await reportsIn(program.path(`${signal}.sqlite`))).toEqual([]);
    },
  );

  it('says what a database without reports needs, and nothing once it has some and a key', async () => {
    const at = ['--database', 'sqlite:new.sqlite'];
    const args = ['serve', '--port', '0', ...at];
    const first = await program.start(args, / {2}docs /, { env: { TZ: 'Asia/Tokyo' } });
    const url = urlOf(first.output());
    const { stderr } = await first.stop();
    const key =
      '  key      npx --no-install headcount keys issue --database sqlite:new.sqlite --email you@your.university.edu\n';
    const steps = `The database sqlite:new.sqlite has no reports. The time zone is Asia/Tokyo. If the venue is in another, stop the service and run npx --no-install headcount migrate --database sqlite:new.sqlite --time-zone NAME.
  reports  from people with --report-page, or npx --no-install headcount import FILE --database sqlite:new.sqlite
${key}  docs     ${url}/docs/
`;
    expect(stderr).toBe(`Serving Form 2 at ${url}\n${steps}`);

    await program.run(['keys', 'issue', ...at, '--email', 'ada@example.edu']);
    const second = await program.start([...args, '--time-zone', 'Asia/Tokyo'], / {2}docs /);
    expect(second.output()).toContain('has no reports. The time zone is Asia/Tokyo.\n  reports  ');
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
      ['serve', '--port', '0', '--database', 'sqlite:proxied.sqlite', ...settings],
      /Serving Form 2 at/,
    );
    const [, address] = /at https:\/\/queue\.example\.edu, listening on (\S+)/.exec(service.output()) ?? [];
    const response = await fetch(`http://${address}/livez`);
    expect([response.status, response.headers.get('keep-alive')]).toEqual([200, 'timeout=90']);
    await service.stop('SIGTERM');
  });

  it('says why and until when the venue is closed, and as `check` does, that 23:59 is no midnight', async () => {
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `  ${day}: 08:00-23:59\n`);
    const holidays = '  2026-12-19/2027-01-10: { openings: closed, comment: Closed for the holidays }\n';
    writeFileSync(program.path('hours.yaml'), `weekly:\n${week.join('')}exceptions:\n${holidays}`);
    const env = { HEADCOUNT_HOURS: 'hours.yaml', HEADCOUNT_DATABASE: 'sqlite:hours.sqlite' };
    const service = await program.start(
      ['serve', '--port', '0', '--public-page', '--time-zone', 'UTC', '--as-of', '2026-12-25T12:00:00Z'],
      /Serving Form 2 at/,
      { env },
    );
    const response = await fetch(`${urlOf(service.output())}/page/api/v1/status`);
    expect(await response.json()).toMatchObject({
      message: 'Closed for the holidays. Opens on 2027-01-11 at 8:00am.',
      hours: { is_open: false, opens_at: '8:00am', closes_at: '11:59pm' },
    });
    const { stdout } = await service.stop();
    const warning =
      /the opening hours end at 23:59, a minute before midnight, in weekly\.mon, .*; write 24:00/g;
    expect(stdout.match(warning)).toHaveLength(1);
    const { code, stderr } = await program.run(['check'], { env });
    expect([code, stderr.match(warning)?.length]).toEqual([0, 1]);
  });

  it.each(['', 'Nowhere/Foo'])(
    'takes a time zone of the machine that is none, "%s", to be UTC',
    async (TZ) => {
      const service = await program.start(
        ['serve', '--port', '0', '--database', `sqlite:zone-${TZ.length}.sqlite`],
        /Serving Form 2 at/,
        { env: { TZ } },
      );
      expect(service.output()).toContain(`TZ="${TZ}" is no time zone, so this machine's is taken to be UTC.`);
      await service.stop('SIGTERM');
    },
  );

  it('resets no connection under load when it is stopped, new or kept alive', async () => {
    const service = await program.start(
      ['serve', '--port', '0', '--database', 'sqlite:load.sqlite', '--log-level', 'silent'],
      /Serving Form 2 at/,
    );
    const url = `${urlOf(service.output())}/livez`;
    const kept = new Agent({ keepAlive: true });
    const outcomes = new Map<string, number>();
    const send = (agent: Agent | false) =>
      new Promise<string>((resolve) => {
        get(url, { agent }, (response) => {
          response.resume().once('end', () => resolve(String(response.statusCode)));
        }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
    const client = async (agent: Agent | false) => {
      for (let last = ''; last !== 'ECONNREFUSED'; ) {
        last = await send(agent);
        outcomes.set(last, (outcomes.get(last) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 16 }, (_, n) => client(n % 2 === 0 ? kept : false));
    while ((outcomes.get('200') ?? 0) < 500) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await service.stop()).code).toBe(0);
    await Promise.all(clients);
    kept.destroy();
    expect([...outcomes.keys()].toSorted()).toEqual(['200', 'ECONNREFUSED']);
  });

  it('finishes a download before it exits', async () => {
    const file = program.path('download.sqlite');
    const store = await openStore({ engine: 'sqlite', file }, { create: true });
    const now = Temporal.Instant.from('2026-10-16T12:30:00-07:00').epochMilliseconds * 1000;
    await store.addReports([
      Array.from({ length: 8_000 }, (_, index) => newReport({ createdAt: now - index * 1_000_000 })),
    ]);
    await store.close();
    const issued = await program.run([
      'keys',
      'issue',
      '--database',
      `sqlite:${file}`,
      '--email',
      'ada@example.edu',
    ]);
    const settings = [
      '--form',
      '1',
      '--as-of',
      '2026-10-16T12:30:00-07:00',
      '--time-zone',
      'America/Los_Angeles',
      '--log-level',
      'silent',
    ];
    const service = await program.start(
      ['serve', '--port', '0', '--database', `sqlite:${file}`, ...settings],
      /Serving Form 1 at/,
    );
    const url = `${urlOf(service.output())}/api/v1/export.csv`;
    let stopped: Promise<{ code: number | null }> | undefined;
    const text = await new Promise<string>((resolve, reject) => {
      get(url, { headers: { Authorization: `Token ${issued.stdout.trim()}` }, agent: false }, (response) => {
        let read = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          stopped ??= service.stop();
          read += chunk;
        });
        response.once('end', () => resolve(read)).once('error', reject);
      }).once('error', reject);
    });
    expect(text.split('\r\n').length).toBe(8_002);
    expect(text).toContain('\r\n2026-10-16T12:30:00-07:00,1-5,False\r\n');
    expect((await stopped)?.code).toBe(0);
  });

  it('reports in one line that its port is already in use', async () => {
    const first = await program.start(
      ['serve', '--port', '0', '--database', 'sqlite:taken.sqlite'],
      /Serving/,
    );
    const { port } = new URL(urlOf(first.output()));
    const { code, stderr } = await program.run([
      'serve',
      '--port',
      port,
      '--database',
      'sqlite:taken.sqlite',
    ]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `headcount: port ${port} on 127.0.0.1 is already in use; choose another with --port\n`,
    );
    await first.stop();
  });

  it('serves metrics on a port of their own, and names the setting when that is in use', async () => {
    const settings = ['--database', 'sqlite:metrics.sqlite', '--port', '0'];
    const service = await program.start(['serve', ...settings, '--metrics-port', '0'], /Serving metrics at/);
    const url = /Serving metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(
      service.output(),
    )?.[1] as string;
    expect(await (await fetch(url)).text()).toContain('headcount_database_up 1\n');
    const { port } = new URL(url);
    const { code, stderr } = await program.run(['serve', ...settings, '--metrics-port', port]);
    expect([code, stderr]).toEqual([
      1,
      `headcount: port ${port} on 127.0.0.1 is already in use; choose another with --metrics-port\n`,
    ]);
    expect((await service.stop()).code).toBe(0);
  });

  it('warns when other machines can read the metrics', async () => {
    const settings = ['--database', 'sqlite:open.sqlite', '--port', '0', '--metrics-port', '0'];
    const service = await program.start(
      ['serve', ...settings, '--metrics-host', '0.0.0.0'],
      /Serving metrics at http:\/\/0\.0\.0\.0:/,
    );
    expect((await service.stop()).stdout).toContain('anyone who can reach 0.0.0.0 can read the metrics');
  });
});
