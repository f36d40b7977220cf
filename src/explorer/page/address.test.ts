import { describe, expect, it } from 'vitest';
import {
  documentationUrl,
  isWithinPage,
  ownServiceOf,
  parseBaseUrl,
  readAddress,
  shareableAddress,
} from './address.ts';
import { FIRST_VIEW } from './view.ts';

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

  it.each([
    ['http://127.0.0.1:3000/#key=hc_1', 'http://127.0.0.1:3000', ''],
    ['http://127.0.0.1:3000/#key=hc_1', 'https://staging.test', '#base=https%3A%2F%2Fstaging.test'],
    ['http://127.0.0.1:3000/#key=hc_1&range=7d', 'http://127.0.0.1:3000', '#range=7d'],
    ['http://127.0.0.1:3000/#range=7d&key=hc_1', 'https://a.test', '#base=https%3A%2F%2Fa.test&range=7d'],
    ['http://127.0.0.1:3000/#range=7d%26key%3Dhc_1', 'http://127.0.0.1:3000', ''],
    ['http://127.0.0.1:3000/#range=hc_1&typical=hc_1', 'http://127.0.0.1:3000', ''],
  ])('%s, which shows %s, is shared with the fragment "%s", without the key', (href, baseUrl, fragment) => {
    const { view } = readAddress(href);
    expect(shareableAddress(href, baseUrl, view)).toBe(`http://127.0.0.1:3000/${fragment}`);
  });

  it('keeps the view when the base URL is invalid', () => {
    const { view } = readAddress('http://127.0.0.1:3000/#base=ftp://x.test&typical=28');
    expect(view).toEqual({ ...FIRST_VIEW, typical: '28' });
  });
});

it.each([
  ['', false],
  ['#', false],
  ['#status', true],
  ['#range=7d', false],
  ['#key=hc_1', false],
])('the fragment "%s" is of a link within the page: %s', (hash, expected) => {
  expect(isWithinPage(hash)).toBe(expected);
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
  ['file:///queue-headcount/src/explorer/dist/index.html', 'https://a.test/line/docs/'],
])('at %s the documentation is at %s', (href, expected) => {
  expect(documentationUrl(href, 'https://a.test/line')).toBe(expected);
});

const baseUrl = 'https://line.test/live';

it.each([[null], [''], ['//evil.example'], ['../x'], ['javascript:alert(1)']])(
  'the paths %j lead nowhere',
  (content) => {
    const own = ownServiceOf((name) => (name === 'venue-name' ? null : content), baseUrl);
    expect(own).toEqual({
      baseUrl,
      publicPath: null,
      hasAccountPage: false,
      reportPage: null,
      venueName: null,
    });
  },
);

it('reads what the service has put into the page', () => {
  const contents = new Map([
    ['public-page', 'page'],
    ['account-page', 'account'],
    ['report-page', 'open'],
    ['venue-name', '<Café>'],
  ]);
  expect(ownServiceOf((name) => contents.get(name) ?? null, baseUrl)).toEqual({
    baseUrl,
    publicPath: '/page',
    hasAccountPage: true,
    reportPage: 'open',
    venueName: '<Café>',
  });
});
