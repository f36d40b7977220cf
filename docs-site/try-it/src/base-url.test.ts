import { expect, it } from 'vitest';
import { likelyBaseUrl, parseBaseUrl } from './base-url.ts';

it.each([
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [' https://line.test/ ', 'https://line.test'],
  ['https://line.test/cafe/api/v1/status?x=1#y', 'https://line.test/cafe'],
  ['line.test', 'https://line.test'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://ada:secret@line.test', null],
  ['ftp://line.test', null],
  ['not an address', null],
  ['', null],
])('"%s" is read as the base URL %s', (text, baseUrl) => {
  expect(parseBaseUrl(text)).toBe(baseUrl);
});

it.each([
  ['http://127.0.0.1:4000/docs/try-it.html', 'http://127.0.0.1:4000'],
  ['https://line.test/cafe/docs/try-it.html#getStatus', 'https://line.test/cafe'],
  ['https://docs.test/try-it.html', 'http://127.0.0.1:3000'],
  ['file:///site/docs/try-it.html', 'http://127.0.0.1:3000'],
])('%s is most likely from %s', (href, baseUrl) => {
  expect(likelyBaseUrl(href)).toBe(baseUrl);
});
