import { expect, it } from 'vitest';
import { changesReport } from './diff.ts';
import type { Change } from './rules.ts';

function change(operation: string | null, part: string, rule?: string): Change {
  return { place: { operation, part }, what: 'Something happened.', kind: 'modified', rule };
}

it('has what v1 forbids before what it allows, and says which form a change concerns', () => {
  const both = [
    change('GET /a', 'field `x`'),
    change(null, '`security › 0`', 'security-requirement-changed'),
  ];
  const renamed = change('GET /a', 'parameters, `q`', 'parameter-removed');
  const report = changesReport('v1', { 1: both, 2: [...both, renamed, change('GET /e', '')] });
  expect(report.split('\n').filter((line) => /^(#|-)/.test(line))).toEqual([
    '# Changes of the contract since v1',
    '## Forbidden within v1',
    '- `security › 0`: Something happened. (security-requirement-changed)',
    '- Form 2: `GET /a`: parameters, `q`: Something happened. (parameter-removed)',
    '## Allowed within v1',
    '- `GET /a`: field `x`: Something happened.',
    '- Form 2: `GET /e`: Something happened.',
  ]);
  expect(changesReport('v1', { 1: [], 2: [] })).toBe(
    '# Changes of the contract since v1\n\nPrograms notice no change in either form.\n',
  );
});
