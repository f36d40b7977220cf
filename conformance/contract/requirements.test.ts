import { expect, it } from 'vitest';
import { presupposedBy, requirements } from './requirements.ts';

it('no requirement presupposes itself, directly or not', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id) => presupposedBy(id).has(id))).toEqual([]);
});
