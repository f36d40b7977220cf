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
  #listening = 'http://127.0.0.1';
  #own: ReadonlySet<string> = new Set();

  /** `trustedProxies`: addresses or ranges whose forwarding headers count. */
  constructor(configured: string | null, trustedProxies: readonly string[] = []) {
    this.#configured = configured;
    this.#isTrusted = proxyAddr.compile([...trustedProxies]);
  }

  /** Sets the address that the service listens on, once it is known. */
  listening(host: string, port: number): void {
    const names = ['127.0.0.1', 'localhost', '[::1]'];
    const name = host.includes(':') ? `[${host}]` : host;
    const anywhere = name === '0.0.0.0' || name === '[::]';
    this.#listening = `http://${anywhere ? '127.0.0.1' : name}:${port}`;
    const own = anywhere || names.includes(name) ? [...names, name] : [name];
    this.#own = new Set(own.map((candidate) => `${candidate}:${port}`));
  }

  /** The base URL for text that does not depend on a request. */
  get fixed(): string {
    return this.#configured ?? this.#listening;
  }

  of({ headers, socket }: IncomingMessage): string {
    if (this.#configured !== null) return this.#configured;
    // A trusted proxy has to name the host itself: a Host header that it passes on may come from the client.
    const forwarded = firstOf(headers['x-forwarded-host']);
    if (forwarded !== undefined && this.#isTrusted(socket.remoteAddress ?? '', 0)) {
      const scheme = firstOf(headers['x-forwarded-proto']) ?? ('encrypted' in socket ? 'https' : 'http');
      return `${scheme}://${forwarded}`;
    }
    const { host } = headers;
    return host !== undefined && this.#own.has(host) ? `http://${host}` : this.#listening;
  }
}

/** The first value of a field that each proxy on the way appends to. */
function firstOf(field: string | readonly string[] | undefined): string | undefined {
  if (field === undefined) return undefined;
  return String(field).split(',', 1)[0]?.trim() || undefined;
}
