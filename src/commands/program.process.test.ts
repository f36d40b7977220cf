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

  it('points to the error in a file of opening hours', async () => {
    writeFileSync(program.path('hours.json'), '{"weekly": {"mon": ["25:00-26:00"]}}');
    const { code, stderr } = await program.run(['serve', '--hours', 'hours.json']);
    expect(code).toBe(2);
    for (const word of ['--hours <file>', 'weekly.mon[0]', 'HH:MM-HH:MM']) expect(stderr).toContain(word);
  });
});
