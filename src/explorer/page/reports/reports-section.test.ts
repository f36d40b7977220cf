import { expect, it } from 'vitest';
import { pageQueryOf } from './reports-section.ts';

it.each([
  ['https://elsewhere.test/api/v1/reports?limit=8&cursor=abc', { cursor: 'abc', limit: 8 }],
  ['https://line.test/api/v1/reports?limit=20&cursor=a%2Bb', { cursor: 'a+b', limit: 20 }],
])('takes the cursor and page size from %s, but not the host', (link, query) => {
  expect(pageQueryOf(link)).toEqual(query);
});
