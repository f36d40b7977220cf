import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runScript, standInsForNpm } from './run-script.fixture.ts';

const RECIPES = fileURLToPath(new URL('../../docs/examples/ci/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const environment = {
  ...standInsForNpm(folder),
  STAGING_URL: 'https://a.example',
  HEADCOUNT_API_KEY: 'hc_key',
};

it.each([0, 1, 3])('conformance.sh ends with the exit code of the gate: %i', async (code) => {
  const run = await runScript(['sh', join(RECIPES, 'conformance.sh')], folder, {
    ...environment,
    GATE_EXIT: String(code),
  });
  expect(run.code).toBe(code);
  const options = ['--url', 'https://a.example', '--form', '2', '--wait-ready', '120'];
  const given = [...run.log.matchAll(/^<(.*)>$/gm)].map(([, argument]) => argument);
  expect(given).toEqual(['--version', 'conformance', ...options, '--out', 'conformance-report']);
});

it('the recipe for GitLab fits its schema', async () => {
  cpSync(join(RECIPES, 'gitlab.yml'), join(folder, 'gitlab.yml'));
  const program = fileURLToPath(new URL('../../node_modules/.bin/gitlab-ci-local', import.meta.url));
  const listed = await runScript([program, '--file', 'gitlab.yml', '--list'], folder, environment);
  expect([listed.code, listed.log]).toEqual([0, expect.stringMatching(/^conformance /m)]);
});
