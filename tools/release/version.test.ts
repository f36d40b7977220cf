import { expect, it } from 'vitest';
import { lastFinal, levelOf, nextVersion } from './version.ts';

it.each([
  [['docs: a guide', 'feat(http): a header', 'fix: a typo'], 'minor'],
  [['fix(store): a lock', 'test: more'], 'patch'],
  [['perf: faster'], 'patch'],
  [['feat(gate)!: another exit code'], 'major'],
  [['refactor: names\n\nBREAKING CHANGE: an export is gone'], 'major'],
  [['docs: how a BREAKING CHANGE: is written', 'chore: lint', 'no type at all', 'feature: not a type'], null],
  [[], null],
] as const)('the commits %j change a version by: %s', (messages, level) => {
  expect(levelOf(messages)).toBe(level);
});

it.each([
  [[], 'minor', true, '1.0.0-rc.1'],
  [['v1.0.0-rc.1'], 'major', true, '1.0.0-rc.2'],
  [['v1.0.0-rc.9', 'v1.0.0-rc.10'], 'patch', true, '1.0.0-rc.11'],
  [['v1.0.0-rc.2'], 'minor', false, '1.0.0'],
  [['v1.0.0', 'v1.0.0-rc.2'], 'patch', false, '1.0.1'],
  [['v1.9.4', 'v1.10.0'], 'minor', false, '1.11.0'],
  [['v1.10.0'], 'major', true, '2.0.0-rc.1'],
  // A breaking change after a candidate of a minor version.
  [['v1.0.0', 'v1.1.0-rc.1'], 'major', true, '2.0.0-rc.1'],
] as const)('after the tags %j, a %s change with candidate %s is %s', (tags, level, candidate, version) => {
  expect(nextVersion(tags, level, candidate)).toBe(version);
});

it('other tags are not versions', () => {
  expect(lastFinal(['contract-2.0.0', 'v3', 'v1.0.0-rc.1', 'v1.2'])).toBeNull();
});
