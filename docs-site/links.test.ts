import { describe, expect, it } from 'vitest';
import { DeadLink, Links } from './links.ts';

const START = { file: 'docs/README.md', output: 'index.html' };
const RECORD = {
  file: 'docs/decisions/0001-gaps-are-a-list.md',
  output: 'decisions/0001-gaps-are-a-list.html',
};
const ERRORS = { file: 'docs/errors.md', output: 'errors.html' };
const CHANGES = { file: 'CHANGELOG.md', output: 'changelog.html' };

function resolve(source: typeof START, href: string): string | null {
  return new Links([START, RECORD, ERRORS, CHANGES]).resolve(source, href);
}

describe('a link between files of the project', () => {
  it.each([
    [START, 'errors.md', 'errors.html'],
    [START, 'errors.md#not-found', 'errors.html#not-found'],
    [START, '../CHANGELOG.md', 'changelog.html'],
    [CHANGES, 'docs/errors.md', 'errors.html'],
    [RECORD, '../errors.md', 'errors.html'],
    [RECORD, '../../README.md', 'index.html'],
    [START, '../openapi/form-1.yaml', 'openapi/form-1.html'],
    [RECORD, '../../openapi/gaps.yaml', 'choices.html'],
    [START, '#terms', null],
    [START, 'https://example.org/', null],
  ])('from $file to %s leads to %s in the site', (source, href, expected) => {
    expect(resolve(source, href)).toBe(expected);
  });

  it('to a file without a page becomes a link to a copy', () => {
    const links = new Links([START]);
    expect(links.resolve(START, '../LICENSE')).toBe('files/LICENSE');
    expect([...links.copied]).toEqual([['LICENSE', 'files/LICENSE']]);
  });

  it.each(['gone.md', '../src', '../../outside.md'])('to %s is reported with its page', (href) => {
    expect(() => resolve(START, href)).toThrow(new DeadLink(`docs/README.md: ${href} does not exist`));
  });
});
