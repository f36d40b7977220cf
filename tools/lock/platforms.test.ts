import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutIntegrity, withPlatforms } from './platforms.ts';

const parent = {
  version: '1.0.0',
  dev: true,
  optionalDependencies: { '@a/b-linux-x64-musl': '1.0.0', '@a/b-darwin-arm64': '1.0.0' },
};

it('adds missing optional packages of other platforms, each restricted to its platform', () => {
  const { packages, added } = withPlatforms({
    'node_modules/a': parent,
    'node_modules/@a/b-darwin-arm64': { version: '1.0.0' },
  });
  expect(added).toEqual(['@a/b-linux-x64-musl']);
  expect(packages['node_modules/@a/b-linux-x64-musl']).toEqual({
    version: '1.0.0',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
    dev: true,
    optional: true,
  });
});

it('does not change a complete lock file, and ignores optional packages that suit every platform', () => {
  const complete = { 'node_modules/a': { version: '1.0.0', optionalDependencies: { fast: '1.0.0' } } };
  expect(withPlatforms(complete)).toEqual({ packages: complete, added: [] });
});

it('finds packages of a registry without integrity, but not links, folders of the project or parts of another package', () => {
  const packages = {
    '': { version: '1.0.0' },
    'tools/part': { version: '1.0.0' },
    'node_modules/part': { link: true },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-AAAA' },
    'node_modules/a/node_modules/bundled': { version: '1.0.0', inBundle: true },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0', integrity: 'sha1-AAAA' },
  };
  expect(withoutIntegrity(packages)).toEqual(['node_modules/b', 'node_modules/c']);
});

it('finds none in any lock file of the project', () => {
  const cwd = join(import.meta.dirname, '../..');
  const files = globSync('**/package-lock.json', {
    cwd,
    exclude: (path) => /node_modules|^dist$/.test(path),
  });
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const { packages } = JSON.parse(readFileSync(join(cwd, file), 'utf8'));
    expect(withoutIntegrity(packages), file).toEqual([]);
  }
});
