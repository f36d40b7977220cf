import { expect, it } from 'vitest';
import { publicPageOf } from './public-page.ts';

it.each([
  [null, null],
  ['', null],
  ['//evil.example', null],
  ['../x', null],
  ['page', { baseUrl: 'https://line.test/live', path: '/page' }],
])('the meta element with %j leads to %o', (content, page) => {
  expect(publicPageOf(content, 'https://line.test/live')).toEqual(page);
});
