import { expect, it } from 'vitest';
import { cut, dateOf, includesLine, sectionOf, unreleased } from './changelog.ts';

const first = `# Changelog

Words.

## [Unreleased]

### Added

- A header.

## [1.0.0] - 2026-11-22

- All.
`;

it('moves what is not released into the version, and leaves the rest', () => {
  const after = cut(first, '1.1.0', '2026-12-01', includesLine('1.1.0', '2026-11'));
  expect(after).toBe(`# Changelog

Words.

## [Unreleased]

## [1.1.0] - 2026-12-01

Contract 1.1.0 · requirements 2026-11

### Added

- A header.

## [1.0.0] - 2026-11-22

- All.
`);
  expect([unreleased(after), dateOf(after, '1.1.0'), sectionOf(after, '1.0.0')]).toEqual([
    '',
    '2026-12-01',
    '- All.',
  ]);
});

it('cuts the first version, and a version without changes', () => {
  const empty = '# Changelog\n\n## [Unreleased]\n';
  expect(cut(empty, '1.0.0', '2026-12-01', 'Contract 1.0.0')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n\nContract 1.0.0\n\nNo changes since the last candidate.\n',
  );
});

it('a version that is only the beginning of another is not taken for it', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0-rc.10] - 2026-12-01\n\n- Ten.\n';
  expect([sectionOf(text, '1.0.0-rc.1'), sectionOf(text, '1.0.0'), dateOf(text, '1.0.0')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('says what is missing', () => {
  expect(() => unreleased('# Changelog\n')).toThrow('CHANGELOG.md has no section [Unreleased].');
});
