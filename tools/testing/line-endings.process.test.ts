import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

it('a clone that converts line endings, as Git for Windows does, has none converted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--config', 'core.autocrlf=true', PROJECT, folder]);
    const files = execFileSync('git', ['ls-files', '--eol'], { cwd: folder, encoding: 'utf8' }).split('\n');
    expect(files.length).toBeGreaterThan(1000);
    expect(files.filter((file) => /\bw\/(crlf|mixed)\b/.test(file))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
