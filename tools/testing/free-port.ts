import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port on 127.0.0.1 that nobody uses, outside the ephemeral range: an outgoing connection could take a port of that range before the
 * caller does, or while a server is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
