import { expect, it } from 'vitest';
import { Links } from './links.ts';

const START = { file: 'docs/README.md', output: 'index.html' };
const RECORD = {
  file: 'docs/decisions/0001-gaps-are-a-list.md',
  output: 'decisions/0001-gaps-are-a-list.html',
};
const ERRORS = { file: 'docs/errors.md', output: 'errors.html' };
const CHANGES = { file: 'CHANGELOG.md', output: 'changelog.html' };

it.each([
  [START, 'errors.md#not-found', 'errors.html#not-found', []],
  [START, '../CHANGELOG.md', 'changelog.html', []],
  [CHANGES, 'docs/errors.md', 'errors.html', []],
  [RECORD, '../errors.md', 'errors.html', []],
  [RECORD, '../../README.md', 'index.html', []],
  [RECORD, '../../openapi/gaps.yaml', 'choices.html', []],
  [START, '#terms', null, []],
  [START, 'https://example.org/', null, []],
  // A file without a page is copied. Others would be dead links.
  [START, '../LICENSE', 'files/LICENSE', ['LICENSE']],
  [START, 'gone.md', 'files/docs/gone.md', []],
  [START, '../src', 'files/src', []],
  [START, '../../outside.md', 'files/../outside.md', []],
])('a link from $file to %s leads to %s in the site, and copies %s', (source, href, expected, copied) => {
  const links = new Links([START, RECORD, ERRORS, CHANGES]);
  expect(links.resolve(source, href)).toBe(expected);
  expect([...links.copied.keys()]).toEqual(copied);
});
