import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Loads what `headcount serve` loads, and prints the packages that came along. */
const SCRIPT = `
  import { createRequire } from 'node:module';
  const { program } = await import('./src/cli/commands/program.ts');
  program();
  await import('./src/cli/commands/service.ts');
  await import('./src/cli/commands/service-log.ts');
  const files = Object.keys(createRequire(import.meta.url).cache);
  const names = files.map((file) => /.*node_modules[/\\\\]((?:@[^/\\\\]+[/\\\\])?[^/\\\\]+)/.exec(file)?.[1]);
  console.log(JSON.stringify([...new Set(names)]));`;

it('the program loads what serves, and none of the old packages that only the gate runs', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT });
  const loaded: readonly string[] = JSON.parse(stdout);
  expect(loaded).toEqual(expect.arrayContaining(['express', 'openapi-backend', 'pino']));
  const page = readFileSync(`${PROJECT}docs/owasp.md`, 'utf8');
  const old = [...page.matchAll(/^\| ([a-z-]+) \d+\.\d+\.\d+ \| CVE-/gm)].map(([, name = '']) => name);
  // Express and openapi-backend have newer versions of these.
  const shared = ['qs', 'ajv'];
  expect(old.length).toBeGreaterThan(10);
  for (const name of ['dredd', ...old.filter((one) => !shared.includes(one))]) {
    expect(loaded).not.toContain(name);
  }
});
