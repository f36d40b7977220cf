import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A deployment behind a proxy. Tests close it, as if the deployment were away, lead it elsewhere, and delay or replace responses. */
export class ReverseProxy {
  /** The deployment's URL. */
  target: string;
  /** Milliseconds before each response of the API. Pages and their files are not delayed. */
  delay = 0;
  /** The status that matching paths get in place of their response; null for none. */
  failure: { readonly path: RegExp; readonly status: number } | null = null;
  /** Holds the requests to the API back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  readonly #server = createServer((incoming, outgoing) => this.#respond(incoming, outgoing));
  #port = 0;

  private constructor(target: string) {
    this.target = target;
  }

  /** Starts a proxy in front of a deployment, until the test ends. */
  static async to(target: string): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(target);
    await proxy.open();
    onTestFinished(() => proxy.close());
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens, at the same address as before. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers, url = '/' } = incoming;
    if (url.startsWith('/api/')) {
      await this.gate;
      await setTimeout(this.delay);
    }
    if (this.failure?.path.test(url) === true) {
      outgoing.writeHead(this.failure.status, { 'Content-Type': 'application/problem+json' }).end('{}');
      return;
    }
    const outbound = request(new URL(url, this.target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outbound.on('error', () => outgoing.destroy());
    incoming.pipe(outbound);
  }
}
