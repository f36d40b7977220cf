import { expect, it } from 'vitest';
import type { SearchEntry } from './search-index.ts';
import { excerptOf, pieces } from './src/excerpt.ts';

const LONG = `${'before '.repeat(20)}the cursor ${'after '.repeat(40)}`.trim();

function excerpt(text: string, terms: readonly string[], names: readonly string[] = []): string {
  const entry: SearchEntry = { page: 'P', title: 'T', address: 'p.html', text, names };
  return excerptOf(entry, terms);
}

it('shows whole words around the first match, and that there is more', () => {
  expect(excerpt(LONG, ['cursor'])).toMatch(/^… (before )+the cursor (after )+…$/);
  expect(excerpt('A short text.', ['short'])).toBe('A short text.');
});

it('begins with the names that match if the text does not', () => {
  expect(excerpt('Lists reports.', ['photo_url'], ['id', 'photo_url'])).toBe(
    'Contains photo_url. Lists reports.',
  );
  expect(excerpt('The id of it.', ['id'], ['id'])).toBe('The id of it.');
});

it('shows the beginning if only other words match', () => {
  expect(excerpt(LONG, ['pagination'])).toMatch(/^before .* …$/);
});

it('marks matches regardless of case, and takes terms literally', () => {
  expect(pieces('A+ and a+b', ['a+'])).toEqual([
    { text: '', isMatch: false },
    { text: 'A+', isMatch: true },
    { text: ' and ', isMatch: false },
    { text: 'a+', isMatch: true },
    { text: 'b', isMatch: false },
  ]);
});
