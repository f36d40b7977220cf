import type { Request } from 'express';

/**
 * The URL under which clients reach the service, without a slash at its end: the configured one; else what a trusted
 * proxy reports; else the address the service listens on. A Host header that anybody may send counts only where it
 * names this very address (gap `cursor-origin`).
 */
export class BaseUrl {
  readonly #configured: string | null;
  #listening = 'http://127.0.0.1';
  #own: ReadonlySet<string> = new Set();

  constructor(configured: string | null) {
    this.#configured = configured;
  }

  /** Tells where the service listens, once it does. */
  listening(host: string, port: number): void {
    const names = ['127.0.0.1', 'localhost', '[::1]'];
    const name = host.includes(':') ? `[${host}]` : host;
    const anywhere = name === '0.0.0.0' || name === '[::]';
    this.#listening = `http://${anywhere ? '127.0.0.1' : name}:${port}`;
    const own = anywhere || names.includes(name) ? [...names, name] : [name];
    this.#own = new Set(own.map((candidate) => `${candidate}:${port}`));
  }

  /** Whether it is the same for every request. */
  get isConfigured(): boolean {
    return this.#configured !== null;
  }

  /** The base URL for answers that belong to no request in particular. */
  get fixed(): string {
    return this.#configured ?? this.#listening;
  }

  of(request: Request): string {
    if (this.#configured !== null) return this.#configured;
    // Express gives these fields other values than the connection's only for proxies it was told to trust.
    const trusts: (address: string | undefined, hop: number) => boolean = request.app.get('trust proxy fn');
    // A trusted proxy has to name the host itself: the Host header that it passes on may be anybody's.
    const forwarded = request.headers['x-forwarded-host'] !== undefined;
    if (forwarded && trusts(request.socket.remoteAddress, 0)) return `${request.protocol}://${request.host}`;
    const host = request.headers.host;
    return host !== undefined && this.#own.has(host) ? `http://${host}` : this.#listening;
  }
}
