import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

  it('completes in Bash, and evaluates nothing that was typed', () => {
    const file = fileURLToPath(new URL('headcount.mjs', import.meta.url));
    const headcount = program.path('headcount');
    writeFileSync(headcount, `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`, { mode: 0o700 });
    const script = `
      source <("$0" completion bash)
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _headcount "$1"; echo "\${COMPREPLY[*]}"; }
      ask "$0" mock --scenario = q
      ask "$0" serve --contact '$(touch evil)' '\`touch evil\`' --metrics-p
      ask "$0" import ''`;
    const options = { cwd: program.path('.'), encoding: 'utf8' } as const;
    const printed = execFileSync('bash', ['--norc', '-c', script, headcount], options);
    expect(printed).toBe('quota-exceeded\n--metrics-port\n\n');
    expect(existsSync(program.path('evil'))).toBe(false);
  });

  it.each([
    [['serv'], /unknown command 'serv'\n\(Did you mean serve\?\)/],
    [['keys', 'isue'], /unknown command 'isue'\n\(Did you mean issue\?\)/],
    [['conformance', '--ur', 'x'], /unknown option '--ur'\n\(Did you mean --url\?\)/],
    [['import'], /missing required argument 'file': the file, or - for standard input\n/],
    [['backup'], /required option '--to <path>' not specified: file to write, or a folder/],
    [['keys', 'quota', '1'], /missing required argument 'requests': requests a day\n/],
    [['serve', '--time-zone'], /option '--time-zone <name>' argument missing: time zone of the venue/],
  ])('says for %j what was meant or is missing', async (args, message) => {
    const { code, stdout, stderr } = await program.run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  });
});
