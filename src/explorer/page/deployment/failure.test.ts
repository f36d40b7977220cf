import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noResponse, statusFailure } from './failure.ts';

describe('a failure', () => {
  it.each([
    ['is offline', noResponse(false), 'offline', [false, true]],
    ['has no response', noResponse(true), 'unreachable', [false, true]],
    ['is 401', statusFailure(401, null, null), 'unauthorized', [true, true]],
    ['is 429', statusFailure(429, null, 2), 'busy', [false, false]],
    ['is 500', statusFailure(500, null, null), 'server', [false, false]],
    ['is 400', statusFailure(400, null, null), 'rejected', [true, false]],
  ])('that %s is %#, with what to do', (_, failure, kind, needs) => {
    expect(failure.kind).toBe(kind);
    expect([failure.needsUser, failure.affectsConnection]).toEqual(needs);
  });

  it.each([
    ['https://iana.org/assignments/http-problem-types#quota-exceeded', 'quota-exceeded'],
    ['urn:queue-headcount:problem:visitor-limit', 'busy'],
    ['urn:queue-headcount:problem:too-many-downloads', 'busy'],
    [undefined, 'busy'],
  ])('of 429 with the type %s is %s', (type, kind) => {
    const failure = statusFailure(429, type === undefined ? null : { type }, 18_000);
    expect([failure.kind, failure.needsUser, failure.retryAfter]).toEqual([kind, false, 18_000]);
    expect(/quota|key/.test(failure.message)).toBe(kind === 'quota-exceeded');
    expect(failure.advice).toContain('in 5 h');
  });

  it('has the detail of a rejected request', () => {
    expect(statusFailure(400, { detail: 'since: not a date' }, null).advice).toBe('since: not a date');
  });

  it.each([noResponse(true), statusFailure(503, { detail: 'The database is unavailable.' }, 7)])(
    '$kind says nothing that only an operator understands',
    ({ message, advice }) => {
      expect(`${message} ${advice}`).toBe('The service is not available right now. The page will retry.');
    },
  );
});

it('has every message that docs/explorer.md explains', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, table = ''] = read('../../../../docs/explorer.md').split('| Message | What to do |\n|---|---|\n');
  const messages = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, message = '']) => message);
  const source = read('./failure.ts') + read('../main.ts');
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
});
