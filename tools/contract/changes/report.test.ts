import { expect, it } from 'vitest';
import { changesReport } from './report.ts';
import type { Change } from './rules.ts';

function change(operation: string | null, status: string, part: string, rule?: string): Change {
  const judgement = rule === undefined ? { isForbidden: false } : { isForbidden: true, rule };
  return { place: { operation, status, part }, what: 'Something happened.', kind: 'modified', ...judgement };
}

it('has what v1 forbids before what it allows, and one line for all places of the same change', () => {
  const both = [change('GET /a', '400', 'field `x`'), change('GET /b', '401', 'field `x`')];
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
