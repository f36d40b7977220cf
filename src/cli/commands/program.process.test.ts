import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();

describe('headcount', { timeout: 60_000 }, () => {
  it('exits with code 2 after a usage error, and creates nothing', async () => {
    const { code, stdout, stderr } = await program.run(['serve', '--port', 'abc']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: option '--port <number>' .*from 0 to 65535/);
    expect(existsSync(program.path('.headcount'))).toBe(false);
  });

  it('reads standard input, writes files below its folder, and exits with the code of each command', async () => {
    const env = { HEADCOUNT_DATABASE: 'sqlite:data.sqlite' };
    const input = 'timestamp,bucket\n2026-10-16T12:00:00-07:00,15\n';
    const commands: readonly (readonly [args: readonly string[], code: number, printed: string])[] = [
      [['import', '-'], 0, '1 added'],
      [['backup', '--to', 'nightly'], 0, 'Backed up 1 report,'],
      [['restore', '--from', 'nightly'], 1, '--force'],
      [['check', '--from', 'nightly'], 0, 'Sound: 1 report,'],
      [['keys', 'issue', '--email', 'ada@example.edu'], 0, 'hc_'],
    ];
    for (const [args, code, printed] of commands) {
      const result = await program.run(args, { env, input });
      expect([args, result.code]).toEqual([args, code]);
      expect(result.stdout + result.stderr).toContain(printed);
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
});
