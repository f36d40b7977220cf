import { expect, it } from 'vitest';
import { withPlatforms } from './platforms.ts';

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
