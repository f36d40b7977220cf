/** Shuts an HTTP server down without failing a request that is on its way. */
import type { RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long no connection may have come before the server stops listening, in milliseconds … */
const QUIET = 100;
/** … and how long at most it waits for that. */
const LONGEST_WAIT = 1000;
/** How long a connection may stay idle during shutdown, in milliseconds: its client may just be sending a request. */
const LINGER = 300;

/**
 * Stops accepting connections, waits until all have ended, and cuts off those that are left after `milliseconds`. Responses from
 * now on must say `Connection: close`.
 */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
  // Closing resets the connections that wait to be accepted. While their requests wait, clients don't open more of them.
  const release = holdRequests(server);
  await untilQuiet(server);
  const closed = new Promise((resolve) => {
    // `http.Server` would also close idle connections at once, with requests that it has not read yet.
    NetServer.prototype.close.call(server, resolve);
  });
  release();
  const idle = setInterval(() => server.closeIdleConnections(), LINGER);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Lets requests wait that come from now on, and returns a function that hands them on. */
function holdRequests(server: Server): () => void {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    const [listener] = server.listeners(event) as RequestListener[];
    server.removeAllListeners(event);
    server.on(event, (request, response) => released.then(() => listener?.(request, response)));
  }
  return resolve;
}

async function untilQuiet(server: Server): Promise<void> {
  const until = performance.now() + LONGEST_WAIT;
  let accepted = true;
  const count = () => {
    accepted = true;
  };
  server.on('connection', count);
  while (accepted && performance.now() < until) {
    accepted = false;
    await sleep(QUIET);
    // What came meanwhile is accepted before this.
    await nextTurn();
  }
  server.off('connection', count);
}
