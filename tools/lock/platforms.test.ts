import { expect, it } from 'vitest';
import { withPlatforms } from './platforms.ts';

const parent = {
  version: '1.0.0',
  dev: true,
  optionalDependencies: { '@a/b-linux-x64-musl': '1.0.0', '@a/b-darwin-arm64': '1.0.0' },
};

it('adds the optional packages of platforms that a lock file lacks, for their platform only', () => {
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

it('leaves a whole lock file as it is, and optional packages that are for every platform', () => {
  const whole = { 'node_modules/a': { version: '1.0.0', optionalDependencies: { fast: '1.0.0' } } };
  expect(withPlatforms(whole)).toEqual({ packages: whole, added: [] });
});
