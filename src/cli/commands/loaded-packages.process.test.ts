import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Makes the program, loads more modules, and prints the packages that came along. */
const scriptOf = (modules: readonly string[]) => `
  import { createRequire } from 'node:module';
  const { program } = await import('./src/cli/commands/program.ts');
  program();
${modules.map((name) => `  await import('./src/cli/composition/${name}.ts');`).join('\n')}
  const files = Object.keys(createRequire(import.meta.url).cache);
  const names = files.map((file) => /.*node_modules[/\\\\]((?:@[^/\\\\]+[/\\\\])?[^/\\\\]+)/.exec(file)?.[1]);
  console.log(JSON.stringify([...new Set(names)]));`;

async function loadedWith(...modules: readonly string[]): Promise<readonly string[]> {
  const args = ['--input-type=module', '--eval', scriptOf(modules)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT });
  return JSON.parse(stdout);
}

it('the program itself loads nothing that only some commands need', async () => {
  const loaded = await loadedWith();
  for (const name of ['express', 'openapi-backend', 'pino', 'yaml', 'uqr'])
    expect(loaded).not.toContain(name);
});

it('the program loads what serves, and none of the old packages that only the gate runs', async () => {
  const loaded = await loadedWith('service', 'service-log');
  expect(loaded).toEqual(expect.arrayContaining(['express', 'openapi-backend', 'pino']));
  const page = readFileSync(`${PROJECT}docs/security.md`, 'utf8');
  const old = [...page.matchAll(/^\| ([a-z-]+) \d+\.\d+\.\d+ \| CVE-/gm)].map(([, name = '']) => name);
  // Express and openapi-backend have newer versions of these.
  const shared = ['qs', 'ajv'];
  expect(old.length).toBeGreaterThan(10);
  for (const name of ['dredd', ...old.filter((one) => !shared.includes(one))]) {
    expect(loaded).not.toContain(name);
  }
});
