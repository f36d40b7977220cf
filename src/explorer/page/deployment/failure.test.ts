import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forVisitor, networkFailure, notTheApi, statusFailure } from './failure.ts';

describe('a request without a response', () => {
  const BASE = 'https://line.test';
  it.each([
    ['offline', BASE, { online: false, secure: true, reached: false }],
    ['unreachable', BASE, { online: true, secure: true, reached: false }],
    ['cross-origin', BASE, { online: true, secure: true, reached: true }],
    ['mixed-content', 'http://line.test', { online: true, secure: true, reached: false }],
    ['unreachable', 'http://line.test', { online: true, secure: false, reached: false }],
    ['unreachable', 'http://127.0.0.1:3000', { online: true, secure: true, reached: false }],
  ])('is %s at %s with %o', (kind, baseUrl, about) => {
    expect(networkFailure(baseUrl, about).kind).toBe(kind);
  });
});

describe('an error status', () => {
  it.each([
    [400, 'rejected', true],
    [401, 'unauthorized', true],
    [404, 'not-found', true],
    [429, 'quota-exceeded', false],
    [500, 'server', false],
    [503, 'server', false],
  ])('%d is %s; only the user can fix it: %s', (status, kind, needsUser) => {
    const failure = statusFailure(status, 'https://line.test', null, null);
    expect([failure.kind, failure.needsUser]).toEqual([kind, needsUser]);
  });

  it.each([
    [null, 'quota-exceeded'],
    [{ title: 'Too Many Requests' }, 'quota-exceeded'],
    [{ type: 'about:blank' }, 'quota-exceeded'],
    [{ type: 'https://iana.org/assignments/http-problem-types#quota-exceeded' }, 'quota-exceeded'],
    [{ type: 'urn:queue-headcount:problem:visitor-limit' }, 'busy'],
    [{ type: 'urn:queue-headcount:problem:too-many-downloads' }, 'busy'],
    [{ type: 7 }, 'quota-exceeded'],
  ])('429 with the problem %j is %s', (body, kind) => {
    const failure = statusFailure(429, 'https://line.test', body as never, 2);
    expect([failure.kind, failure.needsUser, failure.retryAfter]).toEqual([kind, false, 2]);
    expect(/quota|key/.test(failure.message)).toBe(kind === 'quota-exceeded');
  });

  it('shows the detail of the problem document', () => {
    const failure = statusFailure(400, 'https://line.test', { detail: 'since: not a date' }, null);
    expect(failure.advice).toBe('since: not a date');
    expect(statusFailure(429, 'https://line.test', null, 18_000).advice).toContain('in 5 h');
  });
});

describe('for a visitor of a public page', () => {
  const BASE = 'http://line.test';
  const about = { online: true, secure: false, reached: false };
  it.each([
    networkFailure(BASE, about),
    networkFailure(BASE, { ...about, secure: true }),
    networkFailure(BASE, { ...about, reached: true }),
    statusFailure(503, BASE, { detail: 'The database is unavailable.' }, 7),
    notTheApi(BASE),
  ])('$kind says nothing that only an operator understands', (failure) => {
    const shown = forVisitor(failure);
    expect([shown.kind, shown.retryAfter]).toEqual([failure.kind, failure.retryAfter]);
    expect(`${shown.message} ${shown.advice}`).toMatch(
      /^The service is not available right now\. (The page will retry|Try again later)\.$/,
    );
    expect(/retry/.test(shown.advice)).toBe(!failure.needsUser && failure.kind !== 'cross-origin');
  });

  it.each([networkFailure(BASE, { ...about, online: false }), statusFailure(429, BASE, null, 2)])(
    '$kind is as for others',
    (failure) => {
      expect(forVisitor(failure)).toBe(failure);
    },
  );
});

it('has every message that docs/explorer.md explains', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, table = ''] = read('../../../../docs/explorer.md').split('| Message | What to do |\n|---|---|\n');
  const messages = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, message = '']) => message);
  const source = read('./failure.ts') + read('./connection-panel.ts');
  expect(messages.length).toBeGreaterThan(8);
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
});
