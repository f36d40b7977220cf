import { describe, expect, it } from 'vitest';
import { documentationUrl, parseBaseUrl, readAddress, shareableAddress } from './address.ts';

describe('the address bar', () => {
  it.each([
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000', null],
    ['http://127.0.0.1:3000/#key=hc_1', 'http://127.0.0.1:3000', 'hc_1'],
    ['https://line.test/cafe/#key=hc_1', 'https://line.test/cafe', 'hc_1'],
    ['http://127.0.0.1:4000/docs/explorer/', 'http://127.0.0.1:4000', null],
    ['https://line.test/cafe/docs/explorer/', 'https://line.test/cafe', null],
    ['https://docs.test/explorer/', 'http://127.0.0.1:3000', null],
    ['https://docs.test/explorer/index.html#base=https%3A%2F%2Fstaging.test', 'https://staging.test', null],
    ['https://docs.test/explorer/#base=https://staging.test&key=hc_2', 'https://staging.test', 'hc_2'],
    ['http://127.0.0.1:3000/?key=hc_1', 'http://127.0.0.1:3000', null],
  ])('%s means %s with the key %s', (href, baseUrl, key) => {
    expect(readAddress(href)).toMatchObject({ baseUrl, key });
  });

  it('drops the key when the base URL next to it is invalid', () => {
    expect(readAddress('http://127.0.0.1:3000/#base=ftp://x.test&key=hc_1').key).toBe(null);
  });

  it('is shared without the key', () => {
    expect(shareableAddress('http://127.0.0.1:3000/#key=hc_1', 'http://127.0.0.1:3000')).toBe(
      'http://127.0.0.1:3000/',
    );
    expect(shareableAddress('http://127.0.0.1:3000/#key=hc_1', 'https://staging.test')).toBe(
      'http://127.0.0.1:3000/#base=https%3A%2F%2Fstaging.test',
    );
  });
});

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
  ['#base=ftp%3A%2F%2Fx&key=hc_1', 'ftp://x'],
  ['#base=', ''],
  ['#base=https%3A%2F%2Fa.test', null],
  ['#key=hc_1', null],
])('%s has the invalid base %j', (fragment, invalidBase) => {
  expect(readAddress(`http://127.0.0.1:3000/${fragment}`).invalidBase).toBe(invalidBase);
});

it.each([
  ['http://127.0.0.1:3000/', 'https://a.test/line/docs/'],
  ['http://127.0.0.1:3000/docs/explorer/', '../index.html'],
  ['https://docs.test/some/where/explorer/index.html', '../index.html'],
  ['file:///site/explorer/index.html', '../index.html'],
  ['file:///queue-headcount/docs-site/explorer/dist/index.html', 'https://a.test/line/docs/'],
])('at %s the documentation is at %s', (href, expected) => {
  expect(documentationUrl(href, 'https://a.test/line')).toBe(expected);
});
