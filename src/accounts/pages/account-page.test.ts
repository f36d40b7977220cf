import { expect, it } from 'vitest';
import { isSameOrigin } from '../../service/http/server/cross-origin.ts';

const OWN = 'https://queue.example';

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: OWN }, true],
  // A name or port that the service doesn't know, but the browser does.
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://alias.example' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ origin: OWN }, true],
  [{}, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': '' }, false],
  // No browser sends this.
  [{ 'sec-fetch-site': 'cross-site', origin: OWN }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'http://queue.example' }, false],
  [{ origin: 'https://queue.example:444' }, false],
  [{ origin: 'https://queue.example.evil.example' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ referer: `${OWN}/account` }, false],
])('a POST with %j is from the service: %s', (headers, expected) => {
  expect(isSameOrigin({ headers }, OWN)).toBe(expected);
});
