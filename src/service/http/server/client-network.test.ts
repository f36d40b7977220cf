import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ClientNetworks } from './client-network.ts';

const clientOf = (
  remoteAddress: string | undefined,
  forwardedFor?: string,
  trusted: readonly string[] = [],
) =>
  new ClientNetworks(trusted).of({
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

const of = (...request: Parameters<typeof clientOf>) => clientOf(...request).network;

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
    ['0000:0000:0000:0000:0000:ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0000::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('with the address %s is %s', (address, network) => {
    expect(of(address)).toBe(network);
  });

  it('is never what a client says of itself', () => {
    expect(of('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7');
    expect(of('192.0.2.7', '198.51.100.1', ['10.0.0.0/8'])).toBe('192.0.2.7');
  });

  it('is the last one that trusted proxies have not added', () => {
    const trusted = ['10.0.0.0/8', 'loopback'];
    expect(of('10.0.0.1', '198.51.100.1', trusted)).toBe('198.51.100.1');
    expect(of('10.0.0.1', '203.0.113.9, 198.51.100.1, 10.2.3.4', trusted)).toBe('198.51.100.1');
    expect(of('::1', '2001:db8:1:2::6', trusted)).toBe('2001:db8:1:2::/64');
    expect(of('10.0.0.1', undefined, trusted)).toBe('10.0.0.1');
  });

  it('may come with a port, which some proxies add', () => {
    expect(of('10.0.0.1', '198.51.100.1:4711', ['10.0.0.0/8'])).toBe('198.51.100.1');
    expect(of('10.0.0.1', '[2001:db8:1:2::6]:4711', ['10.0.0.0/8'])).toBe('2001:db8:1:2::/64');
  });

  it('is that of the proxy if the proxy reports no address', () => {
    for (const text of ['unknown', '_hidden', '198.51.100.1:x', 'x'.repeat(10_000), ' , ,', '1.2.3']) {
      expect(of('10.0.0.1', text, ['10.0.0.0/8']), text).toBe('10.0.0.1');
    }
  });
});

describe('the home and the site of a network', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8:1:12ff::6', '2001:db8:1:1200::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
    [undefined, '', ''],
  ])('with the address %s are %s and %s', (address, home, site) => {
    expect(clientOf(address)).toMatchObject({ home, site });
  });
});
