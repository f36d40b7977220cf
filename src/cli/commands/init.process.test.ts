import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';

const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!HAS_SYSTEMD) console.warn('the units of init: SKIPPED, NOT TESTED: systemd-analyze is not installed');
const VENUE_NAME = 'Joe\'s "Diner" \\ `$5`';

const program = programUnderTest();
beforeAll(async () => {
  const venue = ['--venue-name', VENUE_NAME, '--time-zone', 'America/New_York', '--hours', 'always'];
  const { code } = await program.run(['init', ...venue, '--public-url', 'https://queue.example.edu']);
  expect(code).toBe(0);
});

it.skipIf(!HAS_SYSTEMD)(
  'systemd finds nothing to warn of in the units, but does in a wrong one',
  async () => {
    const unit = (name: string) => program.path(`headcount-site/etc/systemd/system/${name}`);
    const service = await readFile(unit('headcount.service'), 'utf8');
    await writeFile(unit('headcount-wrong.service'), service.replace('Restart=always', 'Restrat=always'));
    const names = [
      'headcount.service',
      'headcount-backup.service',
      'headcount-backup.timer',
      'headcount-wrong.service',
    ];
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names.map(unit)], {
      encoding: 'utf8',
    });
    // It also warns of units of the machine.
    const warnings = stderr.split('\n').filter((line) => line.includes('headcount'));
    expect(warnings).toEqual([expect.stringMatching(/headcount-wrong\.service.*Restrat/)]);
  },
);

it.skipIf(process.platform === 'win32')(
  'the command of root has the settings as they were given, and runs nothing of their file',
  async () => {
    const file = program.path('hostile.env');
    const settings = await readFile(program.path('headcount-site/etc/headcount/headcount.env'), 'utf8');
    const ran = program.path('ran');
    const added = [
      `HEADCOUNT_CONTACT='$(touch ${ran})'`,
      `touch ${ran}`,
      `HEADCOUNT_SMTP=$(touch ${ran}) "a\\`,
    ];
    await writeFile(file, `${settings}${added.join('\n')}`);
    const script = await readFile(program.path('headcount-site/usr/local/bin/headcount'), 'utf8');
    const bin = program.path('bin');
    await mkdir(bin);
    const standIns = {
      id: 'echo 0',
      runuser:
        'printf "%s\\n" "$HEADCOUNT_VENUE_NAME" "$HEADCOUNT_PUBLIC_URL" "$HEADCOUNT_CONTACT" "$HEADCOUNT_SMTP" "$*"',
    };
    for (const [name, text] of Object.entries(standIns))
      await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', script.replace('/etc/headcount/headcount.env', file), 'headcount', 'keys', 'list'],
      { env: { PATH: `${bin}:${process.env['PATH']}` }, encoding: 'utf8' },
    );
    expect([stderr, stdout.split('\n')]).toEqual([
      '',
      [
        VENUE_NAME,
        'https://queue.example.edu',
        `$(touch ${ran})`,
        `$(touch ${ran}) "a\\`,
        expect.stringMatching(/^-u headcount -- .* keys list$/),
        '',
      ],
    ]);
    expect(existsSync(ran)).toBe(false);
  },
);

it('the service starts with the settings and hours that init has written', async () => {
  const read = (path: string) => readFile(program.path(`headcount-site/etc/headcount/${path}`), 'utf8');
  const settings = parseEnv((await read('headcount.env')).replace(/^HEADCOUNT_VENUE_NAME=.*$/m, ''));
  const service = await program.start(
    ['serve'],
    /People report the line at https:\/\/queue.example.edu\/report/,
    {
      env: {
        ...(settings as Record<string, string>),
        HEADCOUNT_PORT: '0',
        HEADCOUNT_HOURS: program.path('headcount-site/etc/headcount/hours.json'),
        HEADCOUNT_DATABASE: `sqlite:${program.path('headcount.sqlite')}`,
      },
    },
  );
  await service.stop();
  expect(service.output()).not.toMatch(/"level":[45]0/);
});
