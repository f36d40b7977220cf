import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { recipes, recipeText } from './recipes.fixture.ts';
import { runScript, standInsForNpm } from './run-script.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const environment = {
  ...standInsForNpm(folder),
  STAGING_URL: 'https://a.example',
  HEADCOUNT_API_KEY: 'hc_key',
};

it.each(recipes)('$name passes with 0 only', async ({ shell, env, scripts }) => {
  const options = ['--url', 'https://a.example', '--form', '2', '--wait-ready', '120'];
  const judges = ['conformance', ...options, '--out', 'conformance-report'];
  for (const code of ['0', '1', '3']) {
    let log = '';
    const codes: (number | null)[] = [];
    for (const script of scripts) {
      const variables = { ...environment, ...env, GATE_EXIT: code };
      const ran = await runScript([...shell, script], folder, variables);
      codes.push(ran.code);
      log += ran.log;
    }
    expect(codes).toEqual([...scripts.slice(1).map(() => 0), Number(code)]);
    const given = [...log.matchAll(/^<(.*)>$/gm)].map(([, argument]) => argument);
    expect(given).toEqual(['--version', ...judges]);
  }
});

it('the recipe for GitLab fits its schema', async () => {
  writeFileSync(join(folder, 'gitlab.yml'), recipeText('gitlab.yml'));
  const program = fileURLToPath(new URL('../../node_modules/.bin/gitlab-ci-local', import.meta.url));
  const listed = await runScript([program, '--file', 'gitlab.yml', '--list'], folder, environment);
  expect([listed.code, listed.log]).toEqual([0, expect.stringMatching(/^conformance /m)]);
});
