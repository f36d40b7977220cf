/** Shuts an HTTP server down without failing a request that is on its way. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** How long a connection may stay idle during shutdown, in milliseconds: its client may just be sending a request. */
const LINGER = 300;
/** The longest wait for a moment without new connections, in milliseconds. */
const BUSY = 500;

/**
 * Stops accepting connections, waits until all have ended, and cuts off those that are left after `milliseconds`. Responses from
 * now on must say `Connection: close`.
 */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
  await momentWithoutConnections(server);
  const closed = new Promise((resolve) => {
    // `http.Server` would also close idle connections at once, with requests that it has not read yet.
    NetServer.prototype.close.call(server, resolve);
  });
  const idle = setInterval(() => server.closeIdleConnections(), LINGER);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Closing resets the connections that wait to be accepted, so it happens when none has come during a turn of the event loop. */
async function momentWithoutConnections(server: Server): Promise<void> {
  const until = performance.now() + BUSY;
  let accepted = true;
  const count = () => {
    accepted = true;
  };
  server.on('connection', count);
  while (accepted && performance.now() < until) {
    await turn();
    accepted = false;
    await turn();
  }
  server.off('connection', count);
}
