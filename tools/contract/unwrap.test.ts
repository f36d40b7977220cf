import { expect, it } from 'vitest';
import { unwrap, unwrapDescriptions } from './unwrap.ts';

it('puts each paragraph on one line', () => {
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

it('changes descriptions at any depth, and nothing else', () => {
  const sample = { lang: 'Shell', source: 'one\ntwo' };
  expect(
    unwrapDescriptions({ info: { description: 'a\nb' }, list: [{ description: 'c\nd', sample }] }),
  ).toEqual({
    info: { description: 'a b' },
    list: [{ description: 'c d', sample }],
  });
});
