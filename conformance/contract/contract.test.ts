import { expect, it } from 'vitest';
import { withoutOptional } from './contract.ts';

it('judges no member that the documents leave optional', () => {
  const member = (properties: object) => ({ type: 'object', required: ['count'], properties });
  const nested = member({ count: { type: 'integer' } });
  expect(withoutOptional([member({ count: nested, age: { type: 'integer' }, note: nested })])).toEqual([
    member({ count: nested }),
  ]);
});

it('judges the members of a schema that does not say which are required, such as a condition', () => {
  const condition = { if: { properties: { is_open: { const: true } } } };
  expect(withoutOptional(condition)).toEqual(condition);
});
