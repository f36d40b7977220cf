import { expect, it } from 'vitest';
import { type ChangesOfForms, changesReport } from './report.ts';
import type { Change } from './rules.ts';

function change(operation: string | null, status: string, part: string, rule?: string): Change {
  const judgment = rule === undefined ? { isForbidden: false } : { isForbidden: true, rule };
  return { place: { operation, status, part }, what: 'Something happened.', kind: 'modified', ...judgment };
}

/** Both forms have /a to /d, and Form 2 has /e. */
function forms(one: readonly Change[], two: readonly Change[]): ChangesOfForms {
  const operations = ['GET /a', 'GET /b', 'GET /c', 'GET /d'];
  return { 1: { operations, changes: one }, 2: { operations: [...operations, 'GET /e'], changes: two } };
}

/** The headings and items of the report. */
function linesOf(one: readonly Change[], two: readonly Change[]): readonly string[] {
  const lines = changesReport('v1', forms(one, two)).split('\n');
  return lines.filter((line) => /^(#|-)/.test(line));
}

it('has what v1 forbids before what it allows, and one line for the places where the same happened', () => {
  const field = 'field `x`';
  const both = [
    ...['400', '401'].flatMap((status) => [change('GET /a', status, field), change('GET /b', status, field)]),
    change('GET /c', '400', field),
  ];
  const renamed = change('GET /a', '', 'parameter `q`', 'parameter-removed');
  expect(linesOf(both, [...both, renamed, change('GET /e', '200', field)])).toEqual([
    '# Changes of the contract since v1',
    '## Forbidden within v1',
    '- Form 2 only: `GET /a`, parameter `q`: Something happened. (parameter-removed)',
    '## Allowed within v1',
    '- `GET /a`, `GET /b`, response 400, 401, field `x`: Something happened.',
    '- `GET /c`, response 400, field `x`: Something happened.',
    '- `GET /e`, response 200, field `x`: Something happened.',
  ]);
});

it('keeps a new endpoint apart from a new response of another', () => {
  const added = [change('GET /a', '', ''), change('GET /b', '503', '')];
  expect(linesOf(added, added).slice(-2)).toEqual([
    '- `GET /a`: Something happened.',
    '- `GET /b`, response 503: Something happened.',
  ]);
});

it('sums up what happened to all endpoints', () => {
  const all = ['a', 'b', 'c', 'd'].map((name) => change(`GET /${name}`, '503', ''));
  expect(linesOf(all, [...all, change('GET /e', '503', '')]).at(-1)).toBe(
    '- All endpoints, response 503: Something happened.',
  );
});

it('names what concerns all operations, and says when nothing has changed', () => {
  const common = change(null, '', '`securitySchemes › token`', 'security-scheme-changed');
  expect(changesReport('v1', forms([common], [common]))).toContain(
    '\n- `securitySchemes › token`: Something happened.',
  );
  expect(changesReport('v1', forms([], []))).toBe(
    '# Changes of the contract since v1\n\nThe shape of both forms is the same.\n',
  );
});
