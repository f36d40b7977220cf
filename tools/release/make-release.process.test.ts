import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRelease, type ReleaseOptions } from './make-release.ts';
import { HISTORY, mentionedIn } from './mentions.ts';
import { reportOf } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'release-'));
const said: string[] = [];
const options: ReleaseOptions = {
  mode: 'dry-run',
  candidate: undefined,
  date: '2026-12-01',
  requirements: '2026-11',
  say: (line) => said.push(line),
};
const NOTICES =
  'The built files of this package contain these packages.\n\nleft 1.0.0\n\nMIT\n' +
  `\n${'-'.repeat(72)}\n\nright 2.0.0\n\nMIT\n`;
/** Leaves in `dist` what `npm run package` leaves there, and an older version. */
const PACK = `const fs = require('node:fs');
const { version } = require('./package.json');
fs.mkdirSync('dist/queue-headcount', { recursive: true });
fs.writeFileSync('dist/queue-headcount/THIRD-PARTY-NOTICES', ${JSON.stringify(NOTICES)});
fs.writeFileSync('dist/queue-headcount-' + version + '.tgz', 'packed');
fs.writeFileSync('dist/queue-headcount-0.1.0.tgz', 'old');`;

function put(file: string, content: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(
    join(folder, file),
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
}
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const commit = (message: string) => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', message);
};
const state = () => [
  git('branch', '--show-current'),
  git('rev-parse', 'HEAD'),
  git('status', '--porcelain'),
  git('tag'),
];

beforeAll(() => {
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'A maintainer');
  git('config', 'user.email', 'maintainer@example.org');
  const project = { name: 'queue-headcount', version: '1.0.0-rc.1' };
  const dependencies = { left: '1.0.0' };
  put('package.json', {
    ...project,
    license: 'MIT',
    repository: { url: 'git+https://example.com/kit.git' },
    scripts: {
      contract: 'true',
      package: 'node pack.cjs',
    },
    dependencies,
  });
  const packages = {
    '': { ...project, dependencies },
    'node_modules/left': { version: '1.0.0', license: 'MIT', dependencies: { right: '2.0.0' } },
    // Old packages name their license in a way that the lock file lacks.
    'node_modules/left/node_modules/right': { version: '2.0.0' },
  };
  put('package-lock.json', { ...project, lockfileVersion: 3, requires: true, packages });
  put('node_modules/left/package.json', { name: 'left', version: '1.0.0', license: 'MIT' });
  put('node_modules/left/node_modules/right/package.json', { licenses: [{ type: 'MIT' }] });
  put('pack.cjs', PACK);
  put('.gitignore', 'node_modules/\ndist/\n');
  put('README.md', 'npx queue-headcount@1.0.0-rc.1 mock\n');
  put('openapi/form-2.yaml', 'info:\n  version: 1.0.0\n');
  put('conformance/contract/revisions/2026-11.yaml', 'digest: 0\n');
  put(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n## [1.0.0-rc.1] - 2026-11-22\n\nContract 1.0.0 · requirements 2026-11\n\n- All.\n',
  );
  commit('feat: everything');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a dry run of a prepared version builds all files, and changes nothing', async () => {
  const before = state();
  const made = await makeRelease(folder, options);
  expect(made.artifacts.map(({ file }) => file)).toEqual([
    'SHA256SUMS',
    'queue-headcount-1.0.0-rc.1.cdx.json',
    'queue-headcount-1.0.0-rc.1.tgz',
    'release-notes.md',
  ]);
  expect(state()).toEqual(before);
  const digest = createHash('sha256').update('packed').digest('hex');
  expect(text('dist/release/SHA256SUMS').split('\n')).toEqual([
    expect.stringMatching(/^[0-9a-f]{64} {2}queue-headcount-1\.0\.0-rc\.1\.cdx\.json$/),
    `${digest}  queue-headcount-1.0.0-rc.1.tgz`,
    '',
  ]);
  const sbom = JSON.parse(text('dist/release/queue-headcount-1.0.0-rc.1.cdx.json'));
  expect([sbom.metadata.component.purl, sbom.components.map(({ purl }: { purl: string }) => purl)]).toEqual([
    'pkg:npm/queue-headcount@1.0.0-rc.1',
    ['pkg:npm/left@1.0.0', 'pkg:npm/right@2.0.0'],
  ]);
  expect(text('dist/release/release-notes.md')).toMatch(/^Contract 1\.0\.0 .*\n\n- All\.\n\n## Install\n/);
  expect(reportOf(made, true)).toContain('queue-headcount@1.0.0-rc.1, with provenance, tagged `next`');
  expect(said.join('\n')).toContain(
    'version    1.0.0-rc.1 of 2026-11-22: package.json and CHANGELOG.md have it',
  );
});

it('the release tags the commit; its tag can be built again, and nothing is left to release', async () => {
  await makeRelease(folder, { ...options, mode: 'release' });
  expect([
    git('tag', '--points-at', 'HEAD'),
    git('cat-file', '-t', 'v1.0.0-rc.1'),
    git('status', '--porcelain'),
  ]).toEqual(['v1.0.0-rc.1', 'tag', '']);
  const first = text('dist/release/SHA256SUMS');
  await makeRelease(folder, { ...options, mode: 'from-tag' });
  expect(text('dist/release/SHA256SUMS')).toBe(first);
  await expect(makeRelease(folder, options)).rejects.toThrow(
    'Nothing to release: no commit since v1.0.0-rc.1',
  );
});

it('the next release gets a commit with its version everywhere; a dry run undoes it', async () => {
  commit('fix: a lock');
  await expect(makeRelease(folder, options)).rejects.toThrow('nothing under [Unreleased]');
  put('CHANGELOG.md', text('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- A lock.\n'));
  commit('docs: the changelog');
  const before = state();
  expect((await makeRelease(folder, options)).plan.version).toBe('1.0.0-rc.2');
  expect(state()).toEqual(before);
  const { artifacts } = await makeRelease(folder, { ...options, mode: 'release', candidate: false });
  expect(artifacts.map(({ file }) => file)).toContain('queue-headcount-1.0.0.tgz');
  expect(artifacts.filter(({ file }) => file.includes('-rc.'))).toEqual([]);
  expect(git('log', '-2', '--format=%s')).toBe('chore(release): 1.0.0\ndocs: the changelog');
  expect([state()[0], git('tag', '--points-at', 'main')]).toEqual(['main', 'v1.0.0']);
  expect(text('README.md')).toBe('npx queue-headcount@1.0.0 mock\n');
  expect(text('CHANGELOG.md')).toContain(
    '## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n\nContract 1.0.0 · requirements 2026-11\n\n- A lock.\n\n## [1.0.0-rc.1]',
  );
  expect(JSON.parse(text('package-lock.json')).packages[''].version).toBe('1.0.0');
});

it('refuses what is not committed, another branch, an untagged commit, and requirements that are not frozen', async () => {
  put('README.md', 'changed');
  await expect(makeRelease(folder, options)).rejects.toThrow('Commit or remove these first:\n  M README.md');
  commit('feat: more');
  await expect(makeRelease(folder, { ...options, mode: 'from-tag' })).rejects.toThrow(
    'The commit has no tag v1.0.0',
  );
  await expect(makeRelease(folder, { ...options, requirements: '2027-01' })).rejects.toThrow(
    '2027-01 are not frozen',
  );
  git('switch', '--quiet', '--create', 'other');
  await expect(makeRelease(folder, options)).rejects.toThrow('Switch to main first.');
  git('switch', '--quiet', 'main');
});

it('refuses a package that names the folder that it was built in', async () => {
  git('reset', '--quiet', '--hard', 'v1.0.0');
  put(
    'pack.cjs',
    `${PACK}
fs.writeFileSync('dist/queue-headcount/program.js', ${JSON.stringify(folder)});`,
  );
  put('CHANGELOG.md', text('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'));
  commit('feat: more');
  await expect(makeRelease(folder, options)).rejects.toThrow(
    'dist/queue-headcount/program.js contains the path',
  );
});

it('shows what a script that fails printed', async () => {
  put('pack.cjs', "console.error('no such module'); process.exit(3);");
  commit('feat: even more');
  await expect(makeRelease(folder, options)).rejects.toThrow('`npm run package` fails:\nno such module');
  expect([state()[0], state()[2]]).toEqual(['main', '']);
});

it("this project's own texts name its current version only", () => {
  const project = fileURLToPath(new URL('../..', import.meta.url));
  const without = HISTORY.map((path) => `:!${path}`);
  const grep = ['grep', '-hIE', 'headcount(@|:|-)v?[0-9]', '--', '.', ...without];
  const named = mentionedIn(execFileSync('git', grep, { cwd: project, encoding: 'utf8' }));
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  expect([...new Set(named)]).toEqual([version]);
});
