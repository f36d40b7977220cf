import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();

describe('headcount', { timeout: 60_000 }, () => {
  it.each([
    [['serve', '--port', 'abc'], {}, ['--port <number>', 'from 0 to 65535']],
    [['serve'], { HEADCOUNT_TIME_ZONE: 'Mars' }, ['HEADCOUNT_TIME_ZONE', 'time zone']],
    [['serve', '--colour', 'red'], {}, ['--colour', '--help']],
    [['dance'], {}, ['dance', '--help']],
  ])('exits with code 2 for %j and %j, and creates nothing', async (args, env, words) => {
    const { code, stderr } = await program.run(args, { env });
    expect(code).toBe(2);
    for (const word of words) expect(stderr).toContain(word);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(program.path('.headcount'))).toBe(false);
  });

  it.each([
    ['simulate', '--weeks', '1', '--out', '/tmp'],
    ['simulate', '--weeks', '1', '--out', '/etc/passwd/x'],
    ['docs', '--out', '/etc/passwd/x'],
    ['demo', '--port', '0', '--database', 'sqlite:/etc/passwd/x.sqlite'],
    ['serve', '--port', '0', '--database', 'sqlite:/etc/passwd/folder/x.sqlite'],
    ['serve', '--port', '0', '--database', 'sqlite:/dev/null'],
  ])('explains in one line that a path cannot be used: %s %s %s %s %s', async (...args) => {
    const { code, stderr } = await program.run(args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: .*(\/tmp|\/etc\/passwd|\/dev\/null).*\n$/),
    ]);
  });

  it('shows nothing of an argument that a terminal would interpret', async () => {
    for (const args of [['serve', '--port', '\u001b[2J'], ['\u009b2J'], ['import', '\u001b[2J']]) {
      const { stderr } = await program.run(args);
      expect(stderr).not.toMatch(/(?!\n)\p{C}/u);
      expect(stderr).toContain('2J');
    }
  });

  it('points to the error in a file of opening hours', async () => {
    writeFileSync(program.path('hours.json'), '{"weekly": {"mon": ["25:00-26:00"]}}');
    const { code, stderr } = await program.run(['serve', '--hours', 'hours.json']);
    expect(code).toBe(2);
    for (const word of ['--hours <file>', 'weekly.mon[0]', 'HH:MM-HH:MM']) expect(stderr).toContain(word);
  });
});
