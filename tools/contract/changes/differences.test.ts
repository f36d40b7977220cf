import { expect, it } from 'vitest';
import { type Entry, explained } from './differences.ts';
import type { Change } from './rules.ts';

const removed: Change = {
  place: { operation: 'GET /a', part: 'response 200, field `list[].id`' },
  what: 'Removed.',
  kind: 'removed',
  rule: 'property-removed',
};
const added: Change = {
  place: { operation: 'GET /b', part: '' },
  what: 'Added.',
  kind: 'added',
  rule: undefined,
};
const entries: readonly Entry[] = [
  { at: ['GET /a list[].id'], change: 'No ids.', client: 'Do without.' },
  { at: ['GET /b'], change: 'It is new.', client: 'Use it.' },
];

it('every difference is listed with what it means, and whether it breaks a client', () => {
  expect(explained([added, removed], entries)).toEqual([
    { ...entries[0], kind: 'removed', isBreaking: true },
    { ...entries[1], kind: 'added', isBreaking: false },
  ]);
});

it('a difference without an entry and an entry without a difference are errors', () => {
  expect(() => explained([added, removed], entries.slice(1))).toThrow(
    'GET /a list[].id differs, but has no entry',
  );
  expect(() => explained([removed], entries)).toThrow('GET /b does not differ');
});

it('an entry can explain changes elsewhere that it does not show', () => {
  const [first] = entries as [Entry];
  expect(explained([added, removed], [{ ...first, also: ['GET /b'] }])).toMatchObject([
    { at: first.at, kind: 'removed' },
  ]);
});
