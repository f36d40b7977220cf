import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** The networks of a client, from near to far: three parts of an IPv6 address. For IPv4, all three are the address. */
export interface ClientNetwork {
  /** The 64 bits that one client can have for itself. */
  readonly network: string;
  /** The 56 bits that one line to a home often has. */
  readonly home: string;
  /** The 48 bits that one line to a home or an office can have. */
  readonly site: string;
}

/** The networks of requests. Only trusted proxies can name another one than their own, with `X-Forwarded-For`. */
export class ClientNetworks {
  readonly #isTrusted: (address: string, hop: number) => boolean;
  readonly #isShared: (address: string, hop: number) => boolean;

  /** `trustedProxies`: addresses or ranges whose forwarding headers count. `shared`: those that many people share. */
  constructor(trustedProxies: readonly string[], shared: readonly string[] = []) {
    this.#isTrusted = proxyAddr.compile([...trustedProxies]);
    this.#isShared = proxyAddr.compile([...shared]);
  }

  isShared(request: IncomingMessage): boolean {
    return this.#isShared(this.addressOf(request), 0);
  }

  of(request: IncomingMessage): ClientNetwork {
    return networkOf(this.addressOf(request));
  }

  /** The whole address; empty if the connection is gone. */
  addressOf(request: IncomingMessage): string {
    const { remoteAddress = '' } = request.socket;
    if (remoteAddress === '') return '';
    const address = plainAddress(withoutPort(proxyAddr(request, this.#isTrusted)));
    return isIP(address) === 0 ? plainAddress(remoteAddress) : address;
  }
}

/** Some proxies report the client's port, too: `198.51.100.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[(.*)\]:\d+$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
}

/** Without the zone of a link, and an IPv4 address in its own notation. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!/ffff:/i.test(plain) || isIP(plain) !== 6) return plain;
  // In another notation, such as "::ffff:c000:207". The URL parser writes each in the same one.
  const [, ...groups] = /^\[::ffff:(\w+):(\w+)]$/.exec(new URL(`http://[${plain}]`).hostname) ?? [];
  if (groups.length === 0) return plain;
  const bytes = groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff]);
  return bytes.join('.');
}

/** The network of an address. Zeros of IPv6 are written out, each as one digit. */
export function networkOf(address: string): ClientNetwork {
  if (isIP(address) !== 6) return { network: address, home: address, site: address };
  // The URL parser writes an address without leading zeros, and the longest run of zeros as "::".
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = start === '' ? [] : start.split(':');
  const rest = end === undefined || end === '' ? [] : end.split(':');
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  const all = end === undefined ? groups : [...groups, ...zeros, ...rest];
  const site = all.slice(0, 3).join(':');
  const [, , , subnet = ''] = all;
  const home = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return { network: `${site}:${subnet}::/64`, home: `${site}:${home}::/56`, site: `${site}::/48` };
}
