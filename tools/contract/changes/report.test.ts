import { expect, it } from 'vitest';
import { changedLines, changesReport } from './report.ts';
import type { Change } from './rules.ts';

function change(operation: string | null, status: string, part: string, rule?: string): Change {
  const judgement = rule === undefined ? { isForbidden: false } : { isForbidden: true, rule };
  return { place: { operation, status, part }, what: 'Something happened.', kind: 'modified', ...judgement };
}

it('has what v1 forbids before what it allows, and one line for the places where the same happened', () => {
  const field = 'field `x`';
  const both = [
    ...['400', '401'].flatMap((status) => [change('GET /a', status, field), change('GET /b', status, field)]),
    change('GET /c', '400', field),
  ];
  const page = changesReport('v1', {
    1: both,
    2: [...both, change('GET /a', '', 'parameter `q`', 'property-removed')],
  });
  const lines = page.split('\n').filter((line) => /^(#|-)/.test(line));
  expect(lines).toEqual([
    '# Changes of the contract since v1',
    '## Forbidden within v1',
    '- Form 2 only: `GET /a`, parameter `q`: Something happened. (property-removed)',
    '## Allowed within v1',
    '- `GET /a`, `GET /b`, response 400, 401, field `x`: Something happened.',
    '- `GET /c`, response 400, field `x`: Something happened.',
  ]);
});

it('keeps a new endpoint apart from a new response of another', () => {
  const added = [change('GET /a', '', ''), change('GET /b', '503', '')];
  expect(changedLines({ 1: added, 2: added })).toEqual([
    '`GET /a`: Something happened.',
    '`GET /b`, response 503: Something happened.',
  ]);
});

it('names what concerns all operations, and says when nothing has changed', () => {
  const common = change(null, '', '`securitySchemes › token`', 'security-scheme-changed');
  expect(changesReport('v1', { 1: [common], 2: [common] })).toContain(
    '\n- `securitySchemes › token`: Something happened.',
  );
  expect(changesReport('v1', { 1: [], 2: [] })).toBe(
    '# Changes of the contract since v1\n\nThe shape of both forms is the same.\n',
  );
});
