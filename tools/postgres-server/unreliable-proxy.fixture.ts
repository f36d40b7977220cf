/** A proxy between a program and a PostgreSQL server, for tests and benchmarks: it cuts connections, stops passing bytes on, or leads to another server. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class UnreliableProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #stalled = false;
  #target: URL;

  private constructor(server: Server, url: string, target: URL) {
    this.#server = server;
    this.url = url;
    this.#target = target;
  }

  /** Starts a proxy on a free port; `url` is the server's, and `url` of the proxy is the same with its own port. */
  static async start(url: string): Promise<UnreliableProxy> {
    const target = new URL(url);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = new URL(url);
    own.port = String((server.address() as AddressInfo).port);
    const proxy = new UnreliableProxy(server, own.href, target);
    server.on('connection', (client) => {
      const { port, hostname } = proxy.#target;
      proxy.#join(client, connect(Number(port), hostname));
    });
    return proxy;
  }

  /** Leads new connections to another server. */
  moveTo(url: string): void {
    this.#target = new URL(url);
  }

  /** Cuts all connections, as they are. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Passes nothing on any more, in either direction; new connections are accepted, and stall too. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Passes bytes on again. Connections from before stay stalled if they are `forgotten`, as by a firewall. */
  resume({ forgotten = false }: { readonly forgotten?: boolean } = {}): void {
    this.#stalled = false;
    if (!forgotten) for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#stalled) from.pause();
    }
  }
}
