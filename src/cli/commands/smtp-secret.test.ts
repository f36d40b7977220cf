import { writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { programHere } from './program-here.fixture.ts';

const program = programHere();
const run = (...args: readonly string[]) =>
  program.run([...args, '--database', `sqlite:${program.path('none.sqlite')}`]);

describe('the password of the mail server', () => {
  const wrong = ['smtp://ada:sesame@h/x', 'smtp://ada:ses@me/sesame@h', 'smtp://ada:sesame@h:99999'];

  it.each(wrong)('is not printed if the flag is wrong: %s', async (url) => {
    const { code, stdout, stderr } = await run('serve', '--smtp', url);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--smtp');
    expect(stderr).not.toContain('sesame');
  });

  it('is not printed if its file is wrong', async () => {
    const file = program.path('smtp');
    writeFileSync(file, `${wrong[0]}\n`);
    vi.stubEnv('HEADCOUNT_SMTP_FILE', file);
    vi.stubEnv('HEADCOUNT_SMTP', undefined);
    try {
      const { code, stderr } = await run('serve');
      expect([code, stderr]).toEqual([2, expect.stringContaining('HEADCOUNT_SMTP_FILE')]);
      expect(stderr).not.toContain('sesame');
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

it.each([
  [['--smtp', 'smtp://mail.example.edu'], '--mail-from'],
  [['--smtp', 'smtp://mail.example.edu', '--mail-from', 'keys@example.edu'], '--public-url'],
  [['--smtp', 'log', '--host', '0.0.0.0'], '127.0.0.1'],
  [['--smtp', 'log', '--public-url', 'https://queue.example.edu'], '--public-url'],
  [['--public-page', '--trust-proxy', '10.0.0.0/8'], '--public-url'],
] as const)('serve %j fails before it creates a database, and names the setting', async (settings, named) => {
  const { code, stdout, stderr } = await run('serve', ...settings);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
  expect((await run('keys', 'list')).stderr).toContain('does not exist');
});
