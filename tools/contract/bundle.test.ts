import { expect, it } from 'vitest';
import { unwrap } from './bundle.ts';

it('puts each paragraph of a description on one line', () => {
  expect(unwrap('One\ntwo\nthree.\n\nFour\nfive.\n')).toBe('One two three.\n\nFour five.');
});

it.each([
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '- one\n- two',
  '1. one\n2. two',
  '```\na\nb\n```',
  '    a\n    b',
])('leaves what needs its lines: %j', (text) => {
  expect(unwrap(`A\nb:\n\n${text}`)).toBe(`A b:\n\n${text}`);
});
