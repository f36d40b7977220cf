import { describe, expect, it } from 'vitest';
import { foreignAddress, ownBaseUrl, ownServiceOf, readAddress, shareableAddress } from './address.ts';
import { FIRST_VIEW } from './view.ts';

const PAGE = 'https://line.test/cafe/';

describe('the address bar', () => {
  it.each([
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['https://line.test/cafe/#key=hc_1', 'https://line.test/cafe'],
    ['https://line.test/cafe/index.html?x=1', 'https://line.test/cafe'],
  ])('%s is the page of %s', (href, baseUrl) => {
    expect(ownBaseUrl(href)).toBe(baseUrl);
  });

  it.each([
    ['', null, null],
    ['#key=hc_1', 'hc_1', null],
    ['#key=%20', null, null],
    ['?key=hc_1', null, null],
    // As earlier versions wrote links
    ['#base=https%3A%2F%2Fline.test%2Fcafe&key=hc_1', 'hc_1', null],
    ['#base=https://line.test/cafe/', null, null],
    ['#base=https%3A%2F%2Fother.test&key=hc_1', null, 'https://other.test'],
    ['#base=https%3A%2F%2Fline.test&key=hc_1', null, 'https://line.test'],
    ['#key=hc_1&base=', null, ''],
  ])('%s has the key %s, and is to %s', (fragment, key, foreignBase) => {
    expect(readAddress(`${PAGE}${fragment}`)).toMatchObject({ key, foreignBase });
  });

  it.each([
    ['#key=hc_1', ''],
    ['#key=hc_1&range=7d', '#range=7d'],
    ['#range=7d%26key%3Dhc_1', ''],
    ['#range=hc_1&typical=hc_1', ''],
    ['#base=https://other.test&typical=28&key=hc_1', '#base=https%3A%2F%2Fother.test&typical=28'],
  ])('%s is shared as "%s", without the key', (fragment, shared) => {
    const { view, foreignBase } = readAddress(`${PAGE}${fragment}`);
    expect(shareableAddress(`${PAGE}${fragment}`, view, foreignBase)).toBe(`${PAGE}${shared}`);
  });

  it.each([
    ['https://other.test', 'https://other.test/#typical=28'],
    ['http://127.0.0.1:3000/cafe/', 'http://127.0.0.1:3000/cafe/#typical=28'],
    ['javascript:alert(1)//', null],
    ['https://line.test@evil.test', null],
    ['https://other.test/?a=1', null],
    ['', null],
  ])('a link to “%s” is opened at %s', (base, href) => {
    expect(foreignAddress(base, { ...FIRST_VIEW, typical: '28' })).toBe(href);
  });
});

it('reads what the service has put into the page', () => {
  const contents = new Map([
    ['public-page', 'page'],
    ['account-page', 'account'],
    ['report-page', 'open'],
    ['clock-offset', '-60000'],
  ]);
  const baseUrl = 'https://line.test/live';
  expect(ownServiceOf(baseUrl, (name) => contents.get(name) ?? null)).toEqual({
    baseUrl,
    publicPath: '/page',
    clockOffset: -60_000,
    hasAccountPage: true,
    reportPage: 'open',
  });
  expect(ownServiceOf(baseUrl, () => null)).toEqual({
    baseUrl,
    publicPath: null,
    clockOffset: 0,
    hasAccountPage: false,
    reportPage: null,
  });
});
