import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Handles a request; `next` is there in an application that embeds the service. */
type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** How many requests may wait on all connections together, each with about 3.5 KB. One more cuts its connection off. */
const MAX_WAITING = 10_000;

/**
 * A handler that gets the requests of a connection one after the other, each when the response before it has been sent, so that a
 * connection takes up no more than one request does, however many it sends at once. While a request waits, its connection is not
 * read: only what came with it, at most 64 KB, can wait, too. What waits on a connection that closes is never handled.
 */
export function inTurn(handler: Handler, maxWaiting = MAX_WAITING): Handler {
  /** Only connections with requests that wait. */
  const queues = new WeakMap<Socket, { length: number; readonly stop: () => void }>();
  let waiting = 0;

  function queueOf(socket: Socket) {
    const existing = queues.get(socket);
    if (existing !== undefined) return existing;
    // Node.js resumes a connection after each request that it has parsed.
    const pause = () => void socket.pause();
    const close = () => {
      waiting -= queue.length;
      queue.length = 0;
    };
    const queue = {
      length: 0,
      stop() {
        socket.off('resume', pause).off('close', close).resume();
        queues.delete(socket);
      },
    };
    queues.set(socket, queue);
    socket.on('resume', pause).on('close', close).pause();
    return queue;
  }

  function wait(request: IncomingMessage, response: ServerResponse, next?: () => void): void {
    const { socket } = request;
    if (socket.destroyed) return;
    if (waiting >= maxWaiting) return cutOff(socket);
    const queue = queueOf(socket);
    queue.length += 1;
    waiting += 1;
    const handle = () => {
      // The connection may have closed, or been given up after invalid input.
      if (queue.length === 0) return;
      queue.length -= 1;
      waiting -= 1;
      if (queue.length === 0) queue.stop();
      if (socket.writable) handler(request, response, next);
    };
    // Not at once, but when the response before it has closed.
    response.once('socket', () => process.nextTick(handle));
  }

  return (request, response, next) => {
    // Node.js gives a response its connection when it is its turn.
    if (response.socket === null) wait(request, response, next);
    else handler(request, response, next);
  };
}

/**
 * Closes a connection, and forgets what Node.js still finds in the bytes that it has read from it. It closes connections only
 * after it has parsed what it has read from all of them, and until then keeps each request.
 */
function cutOff(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => 0;
  socket.destroy();
}
