import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';
import { programUnderTest } from '../../src/cli/commands/program.fixture.ts';
import { commit as commitOfCheckout } from '../../src/cli/composition/about.ts';
import { filesOf, type Installed, installPackage, linkDependencies, otherNode } from './installed.fixture.ts';
import { environment, NODE, npm } from './machine.fixture.ts';
import { pack } from './pack.ts';
import { sbomOf } from './sbom.ts';

const run = promisify(execFile);
const other = await otherNode();
/** True if the machine's Node.js runs the program, which continues with a newer one, but not the library. */
const isOld = (await run(NODE, ['--version'])).stdout.startsWith('v20.');

let folder: string;
let installed: Installed;
let before: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  installed = await installPackage(folder);
  before = await filesOf(installed.folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

const program = programUnderTest(() => [NODE, installed.launcher]);
const headcount = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await program.run(args);
  return { code, output: stdout + stderr };
};
/** The commands that a test has run. */
const tested = new Set<string>();
const command = (name: string, ...args: readonly string[]) => {
  tested.add(name);
  return [name, ...args];
};
/** Runs a command that must succeed, and returns what it printed. */
const succeed = async (name: string, ...args: readonly string[]) => {
  const { code, output } = await headcount(...command(name, ...args));
  expect(code, output).toBe(0);
  return output;
};

describe('the package', () => {
  it('has no dependencies and no install scripts', async () => {
    const manifest = JSON.parse(await readFile(join(installed.folder, 'package.json'), 'utf8'));
    for (const name of ['dependencies', 'optionalDependencies', 'scripts', 'private'])
      expect(manifest, name).not.toHaveProperty(name);
  });

  it('is as small as its users need', () => {
    expect(installed.packed.packed).toBeLessThan(8e6);
    expect(installed.packed.unpacked).toBeLessThan(29e6);
  });

  it('names the license of each package in it', async () => {
    const notices = await readFile(join(installed.folder, 'THIRD-PARTY-NOTICES'), 'utf8');
    for (const name of ['dredd', 'express', '@stoplight/prism-http', 'pino', 'temporal-polyfill'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n.*License`, 'ms'));
  });

  it('has an SBOM of the packages in it, and of nothing else', async () => {
    const { components, dependencies } = await sbomOf(installed.folder);
    const refs = components.map((component) => component['bom-ref'].replace(/@[^@]+$/, ''));
    // One that only a page has, and one that development needs, too.
    for (const name of ['@observablehq/plot', '@stoplight/prism-http', 'dredd', 'express'])
      expect(refs).toContain(name);
    for (const name of ['vitest', '@biomejs/biome']) expect(refs).not.toContain(name);
    expect(dependencies).toHaveLength(components.length + 1);
  });

  it('is the same, byte for byte, when it is built again', async () => {
    const again = await pack(join(folder, 'again'));
    expect((await readFile(again.file)).equals(await readFile(installed.packed.file))).toBe(true);
  }, 120_000);

  it('names no folder of the machine that built it', async () => {
    for (const file of before) {
      const content = await readFile(join(installed.folder, file));
      expect(content.includes(PROJECT), file).toBe(false);
    }
  });
});

describe('every command of the package', { timeout: 60_000 }, () => {
  it('mocks, and the gate with Dredd finds nothing to blame', async () => {
    const mock = await program.start(command('mock', '--port', '0', '--form', '1'), /curl/);
    const [url = ''] = /http:\/\/[\d.:]+/.exec(mock.output()) ?? [];
    const gate = await program.run(
      command('conformance', '--url', url, '--form', '1', '--level', 'contract', '--out', 'report'),
      { env: { HEADCOUNT_API_KEY: 'any' } },
    );
    expect(gate, gate.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SUCCESS/) });
    expect(await readFile(program.path('report/report.html'), 'utf8')).toContain('every requirement');
    await succeed('conformance', 'judge', 'report/run.har');
    await succeed('conformance', 'compare', 'report', 'report');
    expect(await mock.stop()).toMatchObject({ code: 0 });
  });

  it('checks a client', async () => {
    const code = `const { HEADCOUNT_URL: url, HEADCOUNT_API_KEY: key } = process.env;
      await fetch(url + '/api/v1/status', { headers: { Authorization: 'Token ' + key } });`;
    const script = ['--', process.execPath, '--input-type=module', '--eval', code];
    const checked = await program.run(command('check-client', '--out', 'client', ...script));
    expect(checked, checked.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SUCCESS/) });
    expect(await readFile(program.path('client/run.har'), 'utf8')).toContain('/api/v1/status');
  });

  it('simulates, checks, backs up, restores, imports and serves', async () => {
    const database = ['--database', 'sqlite:line.sqlite'];
    const until = ['--as-of', '2026-10-16T12:30:00-07:00', '--time-zone', 'America/Los_Angeles'];
    await succeed('simulate', ...database, '--weeks', '2', ...until);
    const issued = await succeed('keys', 'issue', ...database, '--email', 'ada@cs.example.edu');
    const copy = ['--database', 'sqlite:copy.sqlite'];
    for (const [name, ...args] of [
      ['accounts', 'list', ...database],
      ['audit', ...database],
      ['staff', 'list', ...database],
      ['hours', 'show', ...database],
      ['check', ...database],
      ['migrate', ...database, '--check'],
      ['backup', ...database, '--to', 'line.backup'],
      ['restore', '--from', 'line.backup', ...copy],
    ] as const)
      await succeed(name, ...args);
    const [key = ''] = /hc_\w+/.exec(issued) ?? [];
    const service = await program.start(command('serve', ...copy, ...until, '--port', '0'), /Serving Form/);
    const [url = ''] = /http:\/\/[\d.:]+/.exec(service.output()) ?? [];
    const get = (path: string) => fetch(`${url}${path}`, { headers: { Authorization: `Token ${key}` } });
    expect(await (await get('/api/v1/status')).json()).toMatchObject({ has_estimate: true });
    const csv = await (await get('/api/v1/export.csv')).text();
    for (const path of ['/', '/docs/', '/docs/openapi/form-2.html', '/openapi.yaml', '/readyz'])
      expect((await get(path)).status, path).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0 });
    await writeFile(program.path('line.csv'), csv);
    await succeed('import', 'line.csv', '--database', 'sqlite:other.sqlite');
  });

  it('writes what a venue needs, takes reports of devices, and removes them', async () => {
    const hall = ['--venue-name', 'Hall', '--time-zone', 'America/Los_Angeles', '--hours', 'always'];
    const url = ['--public-url', 'https://queue.example.edu'];
    await succeed('init', ...hall, ...url, '--yes', '--out', 'venue');
    expect(await readFile(program.path('venue/etc/headcount/headcount.env'), 'utf8')).toContain('Hall');
    await succeed('poster', ...url, '--out', 'signs');
    expect(await readFile(program.path('signs/poster.svg'), 'utf8')).toContain('queue.example.edu/report');
    const database = ['--database', 'sqlite:reported.sqlite'];
    const service = await program.start(['serve', ...database, '--report-page', '--port', '0'], /docs/);
    const added = await succeed('reporters', 'add', 'Door', ...database);
    const [key = ''] = /hr_\w{38}/.exec(added) ?? [];
    const [address = ''] = /http:\/\/[\d.:]+\/report/.exec(service.output()) ?? [];
    const posted = await fetch(address, {
      method: 'POST',
      body: '{"count": 14}',
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
    });
    expect(posted.status).toBe(201);
    const removed = await succeed('reports', 'remove', '--reporter', '1', ...database);
    expect(removed).toBe('1 report removed.\n');
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('runs the demo, with its data in the folder where it is started, and the built documentation', async () => {
    const demo = await program.start(command('demo', '--port', '0'), /stop {2}Ctrl-C/);
    const [url = ''] = /http:\/\/[\d.:]+(?=\/docs)/.exec(demo.output()) ?? [];
    expect(await (await fetch(`${url}/docs/`)).text()).toContain('Queue Headcount');
    const account = await (await fetch(`${url}/account`)).text();
    const files = [...account.matchAll(/(?:href|src)="\.\/(account\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await fetch(`${url}/${file}`)).status, file).toBe(200);
    expect(await readFile(program.path('.headcount/demo.sqlite.key'), 'utf8')).toMatch(/^hc_/);
    // An old Node.js says that it continues with a newer one.
    expect(await demo.stop()).toMatchObject({ code: 0, stderr: isOld ? expect.anything() : '' });
  });

  it('writes the documentation site, and replaces no other folder', async () => {
    await succeed('docs', '--out', 'site');
    await succeed('docs', '--out', 'site');
    expect(await filesOf(program.path('site'))).toEqual(
      await filesOf(join(installed.folder, 'docs-site/dist')),
    );
    await writeFile(program.path('site/.built-from'), '');
    expect(await headcount('docs', '--out', installed.folder)).toMatchObject({ code: 1 });
    expect(await succeed('docs')).toContain('docs-site');
  });

  it('creates a stub project, which compiles, passes its tests and runs the gate of the package', async () => {
    await succeed('stubs', '--form', '2', '--out', 'stubs');
    const project = program.path('stubs');
    await linkDependencies(project, installed);
    expect(await npm(project, 'test')).toMatch(/^. fail 0$/m);
    const plan = await npm(project, 'run', 'conformance', '--', '--plan');
    expect(plan).toContain('/api/v1/status');
    // Its lock file has all of package.json, or npm would refuse.
    await npm(project, 'ci', '--dry-run', '--offline', '--ignore-scripts');
  });

  it('names its version, and completes commands', async () => {
    const { stdout } = await program.run(command('version', '--json'));
    const { headcount: version, commit } = JSON.parse(stdout);
    expect(commit).toBe(commitOfCheckout());
    const file = `queue-headcount-${version}.tgz`;
    expect(installed.packed.file.endsWith(file), file).toBe(true);
    await succeed('completion', 'bash');
    for (const name of ['headcount', 'queue-headcount'])
      expect(file).toContain((await npm(installed.project, 'exec', '--no', name, '--', '--version')).trim());
  });

  it('is among those above', async () => {
    const { output } = await headcount('--help');
    const listed = [...output.matchAll(/^ {2}([a-z][a-z-]*) .*/gm)].map(([, name]) => name);
    expect([...tested].toSorted()).toEqual(listed.filter((name) => name !== 'help').toSorted());
  });
});

describe.skipIf(isOld)('the exports of the package', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    // The user's own, which one of them needs.
    await symlink(join(PROJECT, 'node_modules/msw'), join(installed.project, 'node_modules/msw'), 'junction');
  });

  /** Runs a file of `uses` in the project that has the package installed. */
  const use = async (file: string) => {
    await copyFile(join(PROJECT, 'tools/package/uses', file), join(installed.project, file));
    const options = { cwd: installed.project, env: environment() };
    // Node.js 22 calls SQLite experimental.
    const own = ['--disable-warning=ExperimentalWarning', file];
    const { stdout, stderr } = await run(NODE, own, options);
    return { stderr, ...JSON.parse(stdout) };
  };

  it('can be imported, and do what they say', async () => {
    expect(await use('every-export.mjs')).toEqual({
      stderr: '',
      outcome: 'conforms',
      requests: expect.any(Number),
      rejected: 'port',
      yaml: true,
      repeat: 'npx queue-headcount conformance --url URL --form 1 --level contract',
      statuses: [200, 200, 200, 200, 200],
      handled: 200,
      operations: [6, 5],
      documents: ['3.1.0', '1.0.0', 'queue-headcount'],
    });
    expect(await readdir(join(installed.project, 'reports'))).toContain('report.html');
  });

  it('can be required', async () => {
    const manifest = JSON.parse(await readFile(join(installed.folder, 'package.json'), 'utf8'));
    expect(await use('every-export.cjs')).toEqual({
      stderr: '',
      '.': expect.arrayContaining(['createService', 'OptionError', 'runConformance', 'startMock']),
      './msw': expect.arrayContaining(['createMockHandlers']),
      './contract/form-1': expect.arrayContaining(['OPERATION_IDS', 'OPERATION_PATHS']),
      './contract/form-2': expect.arrayContaining(['OPERATION_IDS', 'OPERATION_PATHS']),
      './openapi/form-1.json': expect.arrayContaining(['openapi', 'paths']),
      './openapi/form-2.json': expect.arrayContaining(['openapi', 'paths']),
      './package.json': Object.keys(manifest),
    });
  });

  it('have handlers for pages, which need no Node and no eval', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: "export { createMockHandlers } from 'queue-headcount/msw'",
        resolveDir: installed.project,
      },
      bundle: true,
      platform: 'browser',
      external: ['msw'],
      write: false,
      logLevel: 'silent',
      format: 'esm',
    });
    const [code = ''] = outputFiles.map(({ text }) => text);
    expect(code).toContain('closing-soon');
    expect(code).not.toMatch(/\bnode:|\beval\(|new Function\b|\b__require\(/);
    const imports = [...code.matchAll(/\bfrom ?["']([^"']+)/g)].map(([, name]) => name);
    expect(imports).toEqual(['msw']);
  });

  it.each([
    ['typescript/bin/tsc6', 'bundler'],
    ['@typescript/native/bin/tsc', 'nodenext'],
  ])('have types that need only the types of Node and MSW: %s, %s', async (compiler, resolution) => {
    const modules = join(installed.project, 'node_modules');
    await mkdir(join(modules, '@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      await symlink(join(PROJECT, 'node_modules', name), join(modules, name), 'junction').catch(
        ignoreExisting,
      );
    for (const file of ['types.ts', 'tsconfig.json'])
      await copyFile(join(PROJECT, 'tools/package/uses', file), join(installed.project, file));
    const tsc = join(PROJECT, 'node_modules', compiler);
    const module = resolution === 'bundler' ? 'preserve' : resolution;
    await run(process.execPath, [tsc, '--project', installed.project, '--module', module]).catch(
      ({ stdout }: { stdout: string }) => expect.fail(stdout),
    );
  });
});

describe.skipIf(other === undefined)('on the Node.js of this machine, the package', () => {
  const own = programUnderTest(() => [other ?? '', installed.launcher]);
  const cache = () => join(folder, 'fetched');
  const env = { XDG_CACHE_HOME: '', LOCALAPPDATA: '' };
  // As if npm had fetched this Node.js before.
  beforeAll(async () => {
    const { optionalDependencies } = JSON.parse(
      await readFile(join(PROJECT, 'tools/node-runtime/package.json'), 'utf8'),
    );
    const [version] = Object.values(optionalDependencies);
    await mkdir(join(cache(), 'queue-headcount'), { recursive: true });
    await writeFile(join(cache(), 'queue-headcount', `node-${version}`), process.execPath);
    Object.assign(env, { XDG_CACHE_HOME: cache(), LOCALAPPDATA: cache() });
  });

  it('mocks, stops at a signal, and returns the exit code of a command', async () => {
    const mock = await own.start(['mock', '--port', '0'], /curl/, { env });
    const [url = ''] = /http:\/\/[\d.:]+/.exec(mock.output()) ?? [];
    const response = await fetch(`${url}/api/v1/status`, { headers: { Authorization: 'Token any' } });
    expect(response.status).toBe(200);
    expect(await mock.stop()).toMatchObject({ code: 0 });
    expect(await own.run(['conformance'], { env })).toMatchObject({ code: 2 });
  });
});

it('never writes into its own folder: compiled code is in the cache of the user', async () => {
  const cache = join(folder, 'cache');
  const env = { ...environment(), XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  await run(NODE, [installed.launcher, '--version'], { env });
  expect((await filesOf(cache)).filter((file) => /[\\/]?queue-headcount[\\/]/.test(file))).not.toEqual([]);
  expect(await filesOf(installed.folder)).toEqual(before);
});

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
