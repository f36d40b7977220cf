import { describe, expect, it } from 'vitest';
import { proxyFor } from './proxy.ts';

const environment = {
  HTTPS_PROXY: 'http://proxy.test:3128',
  http_proxy: 'plain.test:80',
  NO_PROXY: 'intern.test, .dot.test *.star.test,10.0.0.0/8 one.test:8443,2001:db8::/32',
};

describe('the proxy for a URL', () => {
  it.each([
    ['https://queue.example', 'http://proxy.test:3128/'],
    ['http://queue.example', 'http://plain.test/'],
    ['https://intern.test', null],
    ['https://deep.intern.test', null],
    ['https://notintern.test', 'http://proxy.test:3128/'],
    ['https://a.dot.test', null],
    ['https://a.star.test:8443', null],
    ['https://10.1.2.3', null],
    ['https://11.1.2.3', 'http://proxy.test:3128/'],
    ['https://[2001:db8::1]', null],
    ['https://one.test:8443', null],
    ['https://one.test', 'http://proxy.test:3128/'],
    ['http://localhost:3000', null],
    ['http://a.localhost:3000', null],
    ['http://127.0.0.1:3000', null],
    ['http://[::1]:3000', null],
  ])('of %s is %s', (url, proxy) => {
    expect(proxyFor(new URL(url), environment)?.href ?? null).toBe(proxy);
  });

  it.each([
    ['no variable', {}, null],
    ['ALL_PROXY', { ALL_PROXY: 'http://all.test' }, 'http://all.test/'],
    ['NO_PROXY=*', { HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '*' }, null],
    ['an empty variable', { https_proxy: '', HTTPS_PROXY: 'http://proxy.test' }, 'http://proxy.test/'],
  ])('by %s', (_, variables, proxy) => {
    expect(proxyFor(new URL('https://queue.example'), variables)?.href ?? null).toBe(proxy);
  });

  it('must have http or https', () => {
    expect(() => proxyFor(new URL('https://queue.example'), { HTTPS_PROXY: 'socks5://proxy.test' })).toThrow(
      'HTTPS_PROXY must be the URL of a proxy with http or https',
    );
  });
});
