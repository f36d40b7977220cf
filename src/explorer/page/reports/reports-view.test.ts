import { expect, it } from 'vitest';
import { pageQueryOf } from './reports-view.ts';

it.each([
  ['https://elsewhere.test/api/v1/reports?limit=8&cursor=abc', { cursor: 'abc', limit: 8 }],
  ['/api/v1/reports?cursor=a%2Bb', { cursor: 'a+b' }],
  ['https://line.test/api/v1/reports?limit=x&cursor=abc', { cursor: 'abc' }],
  ['https://line.test/api/v1/reports', null],
])('takes the cursor and page size from %s, but not the host', (link, query) => {
  expect(pageQueryOf(link)).toEqual(query);
});
