import { describe, expect, it } from 'vitest';
import { hasExpectedLists } from './responses.ts';

describe('a response', () => {
  it.each([
    ['/api/v1/chart', { scatter: [], line: [{ t: '2026-10-16T12:00:00-07:00', value: 3 }] }, true],
    ['/api/v1/chart', { scatter: [] }, false],
    ['/api/v1/chart', { scatter: [], line: [null] }, false],
    ['/api/v1/chart', { scatter: [], line: 'none' }, false],
    ['/api/v1/patterns', {}, false],
    ['/api/v1/reports', null, false],
    ['/api/v1/reports', { results: [] }, true],
    ['/api/v1/highlights', [], false],
    ['/api/v1/status', {}, true],
  ] as const)('of %s with %j has the lists of the contract: %s', (path, body, expected) => {
    expect(hasExpectedLists(path, body)).toBe(expected);
  });
});
