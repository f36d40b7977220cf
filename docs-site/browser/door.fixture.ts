import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that leads to a deployment. Tests close it, as if the deployment were away, and lead it elsewhere. */
export class Door {
  /** The deployment's URL. */
  target: string;
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.target = target;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens, at the same address as before. */
  async open(): Promise<void> {
    const server = createServer((incoming, response) => {
      const { method, headers, url } = incoming;
      const forwarded = request(new URL(url ?? '/', this.target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.once('error', () => response.destroy());
      forwarded.end();
    });
    this.#server = server.listen(this.#port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
