import { execFile, spawnSync } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));

/** The programs that a benchmark needs beside those of npm. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  data: ['sqlite3'],
  estimates: [],
  gate: [],
  reporting: [],
  scale: ['wrk', 'pgrep'],
  serving: ['wrk'],
  siege: [],
};

it('are all benchmarks', async () => {
  const usage = promisify(execFile)(process.execPath, [RUN]);
  await expect(usage).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`NAME is one of: ${Object.keys(BENCHES).join(', ')}\n`),
  });
});

for (const [name, programs] of Object.entries(BENCHES)) {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0) {
    const notice = `SKIPPED: the benchmark ${name}, because ${missing} is missing`;
    if (process.env['REQUIRE_BENCHMARKS'] === '1') throw new Error(`REQUIRE_BENCHMARKS=1, but: ${notice}`);
    console.warn(notice);
  }
  it.skipIf(missing.length > 0)(
    `${name} measures the smallest size, and prints its tables`,
    { timeout: 300_000 },
    async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'smoke-'));
      const file = join(folder.path, 'figures.json');
      const { stdout } = await promisify(execFile)(process.execPath, [RUN, name, '--smoke', '--json', file]);
      expect(stdout).toMatch(/^\|(---\|)+\n\|.*\d.*\|$/m);
      expect(stdout).not.toMatch(/\b(NaN|undefined|Infinity)\b/);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(expect.any(Object));
    },
  );
}
