import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * The URL under which clients reach the service, without a slash at its end: the configured one; else what a trusted
 * proxy reports; else the address the service listens on. A Host header, which any client can set, counts only if it
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

  /** Sets the address that the service listens on, once it is known. */
  listening(host: string, port: number): void {
    this.#own = ownAddress('http', host, port, '');
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

  of(request: IncomingMessage): string {
    if (this.#configured !== null) return this.#configured;
    const { headers, socket } = request;
    const own = this.#mounted.get(request) ?? this.#own;
    const forwarded = this.#forwardedHost(request);
    if (forwarded !== undefined) {
      const scheme = firstOf(headers['x-forwarded-proto']) ?? ('encrypted' in socket ? 'https' : 'http');
      return `${scheme}://${forwarded}${own.prefix}`;
    }
    const { host } = headers;
    return host !== undefined && own.hosts.has(host) ? `${own.scheme}://${host}${own.prefix}` : own.url;
  }

  /** Whether only a proxy's header says what the base URL is: many proxies pass on any host that a client names. */
  isForwarded(request: IncomingMessage): boolean {
    return this.#configured === null && this.#forwardedHost(request) !== undefined;
  }

  /** A trusted proxy has to name the host itself: a Host header that it passes on may come from the client. */
  #forwardedHost({ headers, socket }: IncomingMessage): string | undefined {
    const forwarded = firstOf(headers['x-forwarded-host']);
    return forwarded !== undefined && this.#isTrusted(socket.remoteAddress ?? '', 0) ? forwarded : undefined;
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

/** The first value of a field that each proxy on the way appends to. */
function firstOf(field: string | readonly string[] | undefined): string | undefined {
  if (field === undefined) return undefined;
  return String(field).split(',', 1)[0]?.trim() || undefined;
}
