import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpRequest, KEY } from '../../conformance/reference/options.ts';
import { serve } from '../../conformance/reference/serve.ts';
import { createReference } from '../../conformance/reference/service.ts';
import { type Recipe, recipes, recipeText } from './recipes.fixture.ts';
import { type Registry, serveRegistry } from './registry.fixture.ts';
import { type ActionRun, runAction } from './run-action.fixture.ts';
import { runScript } from './run-script.fixture.ts';
import { packStandIn, standInForNpm } from './stand-in.fixture.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Nothing listens there. */
const UNREACHABLE = 'http://127.0.0.1:9';

const folder = mkdtempSync(join(tmpdir(), 'ci-'));
let registry: Registry;
let tarball = '';
/** A folder of programs that install what npm has installed once, since npm takes longer than what it installs. */
let quick = '';
let conforming = '';
let broken = '';
/** Responds with 503 to its first requests. */
let waking = '';
const closing: (() => unknown)[] = [];
let jobs = 0;
let workspace = '';

beforeAll(async () => {
  const packed = packStandIn(folder);
  tarball = packed.tarball;
  registry = await serveRegistry(tarball, packed.manifest);
  quick = await standInForNpm(folder, tarball, environment());
  const reference = createReference({ count: 60, days: 30 });
  const good = await serve(reference);
  const bad = await serve({
    options: reference.options,
    respond: (request: HttpRequest) => {
      const response = reference.respond(request);
      if (!request.path.endsWith('/status') || response.status !== 200) return response;
      return { ...response, body: JSON.stringify({ ...JSON.parse(response.body), message: 3 }) };
    },
  });
  conforming = good.url;
  broken = bad.url;
  let asked = 0;
  const late = await serve({
    options: reference.options,
    respond: (request: HttpRequest) => {
      asked += 1;
      return asked > 2 ? reference.respond(request) : { status: 503, headers: {}, body: '' };
    },
  });
  waking = late.url;
  closing.push(registry.close, good.close, bad.close, late.close);
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  jobs += 1;
  workspace = join(folder, `job-${jobs}`);
  mkdirSync(workspace);
});

/** Only what a runner has: no variables of this project, and npm with our registry. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
    HOME: folder,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
}

/** Runs the action, which npm installs the gate for. */
function action(inputs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}): Promise<ActionRun> {
  const temporary = mkdtempSync(join(folder, 'runner-'));
  return runAction(
    { action: PROJECT, workspace, temporary, env: { ...environment(), ...env } },
    { key: KEY, form: '2', ...inputs },
  );
}

/** Runs the action, for what it does once the gate is installed. */
function installedAction(inputs: Readonly<Record<string, string>>, env = {}): Promise<ActionRun> {
  return action(inputs, { PATH: `${quick}:${environment()['PATH']}`, ...env });
}

describe('the action for GitHub', { timeout: 60_000 }, () => {
  it('passes for a conforming deployment, with reports, a summary, outputs and an artifact', async () => {
    const run = await action({ url: conforming, 'max-requests': '70', out: 'reports/gate' });
    const reports = join(workspace, 'reports/gate');
    expect(JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')).maxRequests).toBe(70);
    expect(run.steps).toEqual({
      'Install the gate': 'success',
      'Check the deployment': 'success',
      'Keep the reports': 'success',
    });
    expect(run.outputs).toEqual({
      'exit-code': '0',
      folder: reports,
      report: join(reports, 'report.html'),
      badge: join(reports, 'badge.json'),
    });
    for (const name of ['report.html', 'badge.json', 'badge.svg', 'junit.xml'])
      expect(existsSync(join(reports, name))).toBe(true);
    expect(run.summary).toMatch(/^## Conformance: (success|partial)/);
    const [, uploaded] =
      Object.entries(run.uses).find(([name]) => name.startsWith('actions/upload-artifact@')) ?? [];
    expect(uploaded).toMatchObject({
      name: 'conformance-report',
      path: reports,
    });
    expect(run.log).not.toContain(KEY);
  });

  it('fails for a broken one, with annotations; keeps the reports, unless told not to', async () => {
    const run = await installedAction({ url: broken, level: 'contract', artifact: '' });
    expect(run.steps).toMatchObject({ 'Check the deployment': 'failure', 'Keep the reports': 'skipped' });
    expect(run.outputs['exit-code']).toBe('1');
    expect(run.log).toContain('::error title=status.message::');
    const report = JSON.parse(readFileSync(run.outputs['report']?.replace('html', 'json') ?? '', 'utf8'));
    expect(report.level).toBe('contract');
  });

  it.each([
    ['conforms', () => conforming, KEY, '0', /success/i],
    ['is broken', () => broken, KEY, '1', /status\.message/],
    ['refuses the key', () => conforming, 'hc_revoked', '3', /the deployment refuses the key/],
    ['is dead', () => UNREACHABLE, KEY, '3', /was not ready within .* nothing listens there/],
    ['wakes up', () => waking, KEY, '0', /was ready after .* and 3 requests/],
  ])('lets the job go on only with code 0: a deployment that %s', async (_title, url, key, code, log) => {
    const run = await installedAction({ url: url(), key, 'wait-ready': '3' });
    expect(run.steps['Check the deployment']).toBe(code === '0' ? 'success' : 'failure');
    expect(run.outputs['exit-code']).toBe(code);
    expect(run.log.replace(/\s+/g, ' ')).toMatch(log);
  });

  it('accepts the failures of a list in the calling repository', async () => {
    mkdirSync(join(workspace, 'ci'));
    const list = '- { requirement: status.message, reason: known }\n';
    writeFileSync(join(workspace, 'ci/known failures.yaml'), list);
    const run = await installedAction({ url: broken, 'expected-failures': 'ci/known failures.yaml' });
    expect(run.outputs['exit-code']).toBe('0');
    expect(JSON.parse(readFileSync(run.outputs['badge'] ?? '', 'utf8')).message).toBe('1 known failure');
  });

  it('warns of an unreachable one if told so, and takes any name of a folder', async () => {
    const out = `x"'; touch pwned; $(touch pwned) *#`;
    const run = await installedAction({ url: UNREACHABLE, inconclusive: 'warn', out });
    expect(run.steps).toMatchObject({ 'Check the deployment': 'success', 'Keep the reports': 'success' });
    expect(run.outputs).toMatchObject({ 'exit-code': '3', folder: join(workspace, out) });
    expect(run.log).toMatch(/^::warning /m);
    expect(readdirSync(workspace)).toEqual([out]);
    expect(existsSync(join(workspace, out, 'report.html'))).toBe(true);
  });

  it('otherwise fails with every exit code but 0, and takes absolute paths of each system', async () => {
    for (const [code, out] of [
      ['3', join(workspace, 'reports')],
      ['4', 'D:\\a\\reports'],
    ] as const) {
      const run = await installedAction({ url: UNREACHABLE, out }, { GATE_EXIT: code });
      expect(run.outputs['folder']).toBe(out);
      expect(run.steps).toMatchObject({ 'Check the deployment': 'failure', 'Keep the reports': 'success' });
      expect(run.outputs['exit-code']).toBe(code);
    }
  });

  it('installs a tarball of the calling repository', async () => {
    writeFileSync(join(workspace, 'gate.tgz'), readFileSync(tarball));
    const run = await action({ url: '', package: 'gate.tgz' });
    expect(run.steps['Install the gate']).toBe('success');
    expect(run.outputs).toMatchObject({
      'exit-code': '2',
      report: join(workspace, 'conformance-report/report.html'),
    });
  });

  it('says nothing about the deployment if the gate cannot be installed', async () => {
    const run = await action({ url: conforming, package: 'queue-headcount@0.0.0' });
    expect(run.steps).toEqual({
      'Install the gate': 'failure',
      'Check the deployment': 'skipped',
      'Keep the reports': 'skipped',
    });
    expect(run.outputs).toEqual({ 'exit-code': '', folder: '', report: '', badge: '' });
  });

  const hostile = `x"'; touch pwned; $(touch pwned) \`touch pwned\` && touch pwned #\nexit-code=0`;
  const all = ['url', 'form', 'level', 'max-requests', 'public-url', 'expected-failures'];
  it.each([[all], [['complete']], [['inconclusive']], [['out']], [['package']]])(
    'runs no commands from %j, and rejects them',
    async (names) => {
      const start = names.includes('package') ? action : installedAction;
      const run = await start({
        url: UNREACHABLE,
        ...Object.fromEntries(names.map((name) => [name, hostile])),
      });
      expect(existsSync(join(workspace, 'pwned'))).toBe(false);
      expect(run.outputs).toMatchObject({ 'exit-code': names.includes('package') ? '' : '2' });
      expect(Object.values(run.steps)).toContain('failure');
      expect(Object.keys(run.outputs)).toHaveLength(4);
    },
  );
});

describe('a recipe', { timeout: 60_000 }, () => {
  /** Runs a script, with the real npm if the gate succeeds. One recipe always uses it, which shows that npm passes exit codes on. */
  const run = ({ name, shell, env }: Recipe, script: string, code: string) =>
    runScript([...shell, script], workspace, {
      ...environment(),
      ...(code === '0' || name === 'conformance.sh' ? {} : { PATH: `${quick}:${environment()['PATH']}` }),
      ...env,
      STAGING_URL: conforming,
      HEADCOUNT_API_KEY: KEY,
      GATE_EXIT: code,
    });

  it.each(recipes)('$name passes with 0 only', async (recipe) => {
    const judge = recipe.scripts.at(-1) ?? '';
    const options = [
      '--url',
      conforming,
      '--form',
      '2',
      '--wait-ready',
      '120',
      '--out',
      'conformance-report',
    ];
    const installs = ['--version'];
    const judges = ['conformance', ...options];
    const argumentsIn = (log: string) =>
      log.split('\n').flatMap((line) => (line.startsWith('[') ? [JSON.parse(line)] : []));
    const isAlone = recipe.scripts.length > 1;
    if (isAlone) {
      const { code, log } = await run(recipe, recipe.scripts[0] ?? '', '0');
      expect([code, argumentsIn(log)]).toEqual([0, [installs]]);
    }
    for (const code of ['0', '1', '3']) {
      const ran = await run(recipe, judge, code);
      expect([code, ran.code]).toEqual([code, Number(code)]);
      expect(argumentsIn(ran.log)).toEqual(isAlone ? [judges] : [installs, judges]);
    }
  });

  it('for GitLab fits its schema', async () => {
    writeFileSync(join(workspace, 'gitlab.yml'), recipeText('gitlab.yml'));
    const program = join(PROJECT, 'node_modules/.bin/gitlab-ci-local');
    const { code, log } = await runScript(
      [program, '--file', 'gitlab.yml', '--list'],
      workspace,
      environment(),
    );
    expect([code, log]).toEqual([0, expect.stringMatching(/^conformance /m)]);
  });
});
