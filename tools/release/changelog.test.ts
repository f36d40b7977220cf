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

it('the addresses of headings, at the end of the file, belong to no version', () => {
  const links = '\n[Unreleased]: https://example.org/HEAD\n[1.0.0]: https://example.org/1.0.0\n';
  expect(sectionOf(`${first}${links}`, '1.0.0')).toBe('- All.');
});

it('gives the heading of a new version an address, if the first has one', () => {
  const links =
    '\n[Unreleased]: https://example.org/compare/v1.0.0...HEAD\n[1.0.0]: https://example.org/v1.0.0\n';
  expect(cut(`${first}${links}`, '1.1.0', '2026-12-01', 'Contract 1.1.0')).toMatch(
    /- All\.\n\n\[Unreleased\]: https:\/\/example\.org\/compare\/v1\.1\.0\.\.\.HEAD\n\[1\.1\.0\]: https:\/\/example\.org\/compare\/v1\.0\.0\.\.\.v1\.1\.0\n\[1\.0\.0\]: .*\n$/,
  );
});

it('says what is missing', () => {
  expect(() => unreleased('# Changelog\n')).toThrow('CHANGELOG.md has no section [Unreleased].');
});
