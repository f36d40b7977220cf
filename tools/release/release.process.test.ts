import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(PROJECT, 'node_modules/commit-and-tag-version/bin/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const commit = (message: string) => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', message);
};
/** Runs `npm run release` with the project's own configuration. */
const release = (...options: readonly string[]) => {
  const command = [PROGRAM, '--config', join(PROJECT, 'tools/release/versionrc.mjs'), ...options];
  return execFileSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
};

beforeAll(() => {
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'A maintainer');
  git('config', 'user.email', 'maintainer@example.org');
  const project = { name: 'queue-headcount', version: '1.0.0', private: true };
  put('package.json', JSON.stringify(project));
  put('package-lock.json', JSON.stringify({ ...project, lockfileVersion: 3, packages: { '': project } }));
  put('README.md', 'npx queue-headcount@1.0.0 mock; express@1.0.0; image queue-headcount:1.0.0\n');
  put(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n- A lock.\n\n## [1.0.0] - 2026-11-22\n\n- All, as queue-headcount@1.0.0.\n\n' +
      '[Unreleased]: https://example.org/compare/v1.0.0...HEAD\n[1.0.0]: https://example.org/v1.0.0\n',
  );
  commit('feat: everything');
  git('tag', 'v1.0.0');
  commit('fix: a lock');
});

it('a dry run says the next version, and changes nothing', () => {
  const before = [git('rev-parse', 'HEAD'), git('tag')];
  expect(release('--dry-run')).toContain('from 1.0.0 to 1.0.1');
  expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([...before, '']);
});

it('a candidate is committed and tagged with its version everywhere, and its section in the changelog', () => {
  commit('feat: a field');
  release('--prerelease', 'rc');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v1.1.0-rc.0');
  expect(JSON.parse(text('package-lock.json')).packages[''].version).toBe('1.1.0-rc.0');
  expect(text('README.md')).toBe(
    'npx queue-headcount@1.1.0-rc.0 mock; express@1.0.0; image queue-headcount:1.1.0-rc.0\n',
  );
  const day = String.raw`\d{4}-\d\d-\d\d`;
  expect(text('CHANGELOG.md')).toMatch(
    new RegExp(
      String.raw`## \[Unreleased\]\n\n## \[1\.1\.0-rc\.0\] - ${day}\n\n- A lock\.\n\n## \[1\.0\.0\]`,
    ),
  );
  expect(text('CHANGELOG.md')).toContain('queue-headcount@1.0.0.');
  expect(text('CHANGELOG.md')).toMatch(
    /v1\.1\.0-rc\.0\.\.\.HEAD\n\[1\.1\.0-rc\.0\]: https:\/\/example\.org\/compare\/v1\.0\.0\.\.\.v1\.1\.0-rc\.0\n\[1\.0\.0\]/,
  );
});

it('the final version counts all commits since the last final one', () => {
  commit('fix: another lock');
  release();
  expect(git('tag', '--points-at', 'HEAD')).toBe('v1.1.0');
});

it("this project's own texts name its current version only", () => {
  const grep = ['grep', '-hoIE', 'headcount(@v?|:v?|-)[0-9]+\\.[0-9]+\\.[0-9]+(-rc\\.[0-9]+)?', '--', '.'];
  const history = [':!CHANGELOG.md', ':!docs/decisions', ':!*.test.ts'];
  const named = execFileSync('git', [...grep, ...history], { cwd: PROJECT, encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const versions = named
    .trim()
    .split('\n')
    .map((one) => one.replace(/^headcount[@:-]v?/, ''));
  expect([...new Set(versions)]).toEqual([version]);
});
