import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly overrides: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

it('package.json overrides versions with plain ones: npm 9, which Debian has, cannot read an alias there', () => {
  const { overrides } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as Manifest;
  const versions = Object.values(overrides).flatMap((one) => Object.values(one));
  expect(versions).not.toEqual([]);
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
