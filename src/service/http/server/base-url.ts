import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * The URL under which clients reach the service, without a slash at its end: the configured one; else what the nearest proxy
 * reports, if it is trusted; else the address the service listens on. A Host header, which any client can set, counts only if it
 * names that address (gap `page-links`).
 */
export class BaseUrl {
  readonly #configured: string | null;
  readonly #isTrusted: (address: string, hop: number) => boolean;
  #own: OwnAddress = { url: 'http://127.0.0.1', scheme: 'http', prefix: '', hosts: new Set() };
  readonly #mounted = new WeakMap<IncomingMessage, OwnAddress>();

  /** `trustedProxies`: addresses or ranges whose forwarding headers count. */
  constructor(configured: string | null, trustedProxies: readonly string[] = []) {
    this.#configured = configured;
    this.#isTrusted = proxyAddr.compile([...trustedProxies]);
  }

  /** Sets the address that the service listens on, once it is known. `prefix`: the path of a venue, in a service with several. */
  listening(host: string, port: number, prefix = ''): void {
    this.#own = ownAddress('http', host, port, prefix);
  }

  /** The host that a client asked for, in lower case and without the default port; null if the request doesn't say. */
  hostOf(request: IncomingMessage): string | null {
    const forwarded = this.#forwardedOrigin(request);
    const host = forwarded === null ? request.headers.host : new URL(forwarded).host;
    return host?.toLowerCase().replace(/\.?(:(80|443))?$/, '') ?? null;
  }

  /** Notes that a request came through the server of another application, where the service is mounted below `prefix`. */
  mounted(request: IncomingMessage, prefix: string): void {
    if (this.#configured !== null) return;
    const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const address = localAddress.replace(/^::ffff:/i, '');
    this.#mounted.set(request, ownAddress(scheme, address, localPort, prefix));
  }

  /** The base URL for text that does not depend on a request. */
  get fixed(): string {
    return this.#configured ?? this.#own.url;
  }

  /** The `Cache-Control` of a response that contains the base URL: no shared cache may store one that depends on a request. */
  cacheControl(directives: string): string {
    return `${this.#configured === null ? 'private' : 'public'}, ${directives}`;
  }

  of(request: IncomingMessage): string {
    if (this.#configured !== null) return this.#configured;
    const own = this.#mounted.get(request) ?? this.#own;
    const forwarded = this.#forwardedOrigin(request);
    if (forwarded !== null) return `${forwarded}${own.prefix}`;
    const { host } = request.headers;
    return host !== undefined && own.hosts.has(host) ? `${own.scheme}://${host}${own.prefix}` : own.url;
  }

  /** A trusted proxy has to name the host itself: a Host header that it passes on may come from the client. */
  #forwardedOrigin({ headers, socket }: IncomingMessage): string | null {
    const host = lastOf(headers['x-forwarded-host']);
    if (host === null || !this.#isTrusted(socket.remoteAddress ?? '', 0)) return null;
    const scheme = lastOf(headers['x-forwarded-proto']) ?? ('encrypted' in socket ? 'https' : 'http');
    return /^https?$/.test(scheme) && isHost(host) ? `${scheme}://${host}` : null;
  }
}

/** An address that the service has by itself, and the Host headers that name it. */
interface OwnAddress {
  readonly url: string;
  readonly scheme: 'http' | 'https';
  readonly prefix: string;
  readonly hosts: ReadonlySet<string>;
}

function ownAddress(scheme: 'http' | 'https', host: string, port: number, prefix: string): OwnAddress {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const name = host.includes(':') ? `[${host}]` : host;
  const anywhere = name === '0.0.0.0' || name === '[::]';
  const url = `${scheme}://${anywhere ? '127.0.0.1' : name}:${port}${prefix}`;
  const own = anywhere || names.includes(name) ? [...names, name] : [name];
  return { url, scheme, prefix, hosts: new Set(own.map((candidate) => `${candidate}:${port}`)) };
}

/**
 * The value of the nearest proxy, which appends its own to what it received. Earlier ones may come from the client. Null without a
 * field.
 */
function lastOf(field: string | readonly string[] | undefined): string | null {
  return field === undefined ? null : (String(field).split(',').at(-1) as string).trim();
}

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^([a-z\d]([\w-]*[a-z\d])?(\.[a-z\d]([\w-]*[a-z\d])?)*\.?|\[[a-f\d:.]+\])(:\d{1,5})?$/i;
/** The longest name (RFC 1035, 2.3.4), with a port. */
const MAX_HOST = 253 + ':65535'.length;

function isHost(text: string): boolean {
  return text.length <= MAX_HOST && HOST.test(text) && URL.canParse(`http://${text}`);
}
