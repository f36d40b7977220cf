import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type HttpRequest, KEY } from '../../conformance/reference/options.ts';
import { serve } from '../../conformance/reference/serve.ts';
import { createReference } from '../../conformance/reference/service.ts';
import { runScript, type ScriptRun, standInsForNpm } from './run-script.fixture.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const UNREACHABLE = 'http://127.0.0.1:9';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}
const { inputs, runs }: Action = parse(readFileSync(join(PROJECT, 'action.yml'), 'utf8'));

const folder = mkdtempSync(join(tmpdir(), 'action-'));
const environment = standInsForNpm(folder);
/** The program of this checkout. */
const program = join(folder, 'program');
let workspace = '';
let conforming: Awaited<ReturnType<typeof serve>>;
let broken: typeof conforming;

beforeAll(async () => {
  const source = join(PROJECT, 'src/cli/commands/headcount.mjs');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${source}' "$@"\n`, { mode: 0o755 });
  const reference = createReference({ count: 60, days: 30 });
  conforming = await serve(reference);
  broken = await serve({
    options: reference.options,
    respond(request: HttpRequest) {
      const response = reference.respond(request);
      if (!request.path.endsWith('/status') || response.status !== 200) return response;
      return { ...response, body: JSON.stringify({ ...JSON.parse(response.body), message: 3 }) };
    },
  });
});
afterAll(async () => {
  await conforming.close();
  await broken.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  workspace = mkdtempSync(join(folder, 'job-'));
});

/** Runs the steps of the action that have scripts, as the runner of GitHub does, until one fails. */
async function action(
  given: Readonly<Record<string, string>>,
  variables: NodeJS.ProcessEnv = {},
): Promise<ScriptRun & { readonly outputs: string; readonly summary: string }> {
  const temporary = mkdtempSync(join(folder, 'runner-'));
  const [outputs, summary] = [join(temporary, 'outputs'), join(temporary, 'summary.md')];
  for (const file of [outputs, summary]) writeFileSync(file, '');
  const values = new Map(Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']));
  for (const [name, value] of Object.entries({ key: KEY, form: '2', ...given })) values.set(name, value);
  let code: number | null = 0;
  let log = '';
  for (const { run, env } of runs.steps.filter((step) => step.run !== undefined)) {
    if (code !== 0) break;
    const filled = Object.entries(env).map(([name, expression]) => [
      name,
      values.get(/^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? ''),
    ]);
    const script = join(temporary, 'step.sh');
    writeFileSync(script, run);
    const ran = await runScript(
      ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', script],
      workspace,
      {
        ...environment,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: PROJECT,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temporary,
        ...Object.fromEntries(filled),
        ...variables,
      },
    );
    code = ran.code;
    log += ran.log;
  }
  return { code, log, outputs: readFileSync(outputs, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

it('installs its own version, and passes for a conforming deployment, with reports, a summary and outputs', {
  timeout: 60_000,
}, async () => {
  const run = await action(
    { url: conforming.url, 'max-requests': '70', out: 'reports/gate' },
    { STAND_IN_PROGRAM: program },
  );
  const reports = join(workspace, 'reports/gate');
  expect(run).toMatchObject({ code: 0, outputs: `exit-code=0\nfolder=${reports}\n` });
  expect(run.log).toContain(`npm installs queue-headcount@${version}\n`);
  expect(run.log).not.toContain(KEY);
  expect(run.summary).toMatch(/^## Conformance: (success|partial)/);
  expect(JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')).maxRequests).toBe(70);
  expect(readdirSync(reports)).toEqual(expect.arrayContaining(['report.html', 'badge.json', 'junit.xml']));
});

it('fails for a broken one, with annotations', { timeout: 60_000 }, async () => {
  const run = await action({ url: broken.url, level: 'contract' }, { STAND_IN_PROGRAM: program });
  expect(run).toMatchObject({ code: 1, outputs: expect.stringMatching(/^exit-code=1\n/) });
  expect(run.log).toContain('::error title=status.message::');
});

it('gives the gate each input that is set, and installs a tarball of the calling repository', async () => {
  writeFileSync(join(workspace, 'gate.tgz'), '');
  const run = await action({
    url: UNREACHABLE,
    'public-url': 'https://a.example',
    'wait-ready': '5',
    'expected-failures': 'ci/known failures.yaml',
    complete: 'true',
    package: 'gate.tgz',
  });
  expect(run.log).toContain(`npm installs ${join(workspace, 'gate.tgz')}\n`);
  const folder = join(workspace, 'conformance-report');
  expect([...run.log.matchAll(/^<(.*)>$/gm)].map(([, argument]) => argument)).toEqual([
    '--version',
    ...['conformance', '--url', UNREACHABLE, '--form', '2', '--level', 'full', '--out', folder],
    ...['--wait-ready', '5', '--public-url', 'https://a.example'],
    ...['--expected-failures', 'ci/known failures.yaml', '--complete'],
  ]);
});

it.each([
  ['0', 'fail', 0, ''],
  ['1', 'fail', 1, ''],
  ['2', 'fail', 2, '::error title=Conformance::An input is wrong'],
  ['3', 'fail', 3, ''],
  ['3', 'warn', 0, '::warning title=Conformance::The deployment could not be checked'],
  ['4', 'warn', 4, ''],
])(
  'lets the job go on only with code 0: %s, and %s if inconclusive',
  async (gate, inconclusive, code, log) => {
    // An absolute path, of Windows.
    const run = await action({ url: UNREACHABLE, inconclusive, out: 'D:\\a\\reports' }, { GATE_EXIT: gate });
    expect(run).toMatchObject({ code, outputs: `exit-code=${gate}\nfolder=D:\\a\\reports\n` });
    expect(run.log).toContain(log);
  },
);

it('says nothing about the deployment if the gate cannot be installed', async () => {
  const run = await action({ url: UNREACHABLE }, { STAND_IN_PROGRAM: '/nowhere' });
  expect(run).toMatchObject({ code: 1, outputs: '' });
});

const hostile = `x"'; touch pwned; $(touch pwned) \`touch pwned\` && touch pwned #\nexit-code=0`;
it.each([
  [['url', 'form', 'level', 'max-requests', 'wait-ready', 'public-url', 'expected-failures', 'package'], 0],
  [['complete'], 2],
  [['inconclusive'], 2],
  [['out'], 2],
])('runs no commands from %j', async (names, code) => {
  const run = await action({ url: UNREACHABLE, ...Object.fromEntries(names.map((name) => [name, hostile])) });
  expect(existsSync(join(workspace, 'pwned'))).toBe(false);
  expect(run.code).toBe(code);
  expect(run.outputs).toMatch(new RegExp(`^exit-code=${code}\n(folder=.*\n)?$`));
});
