import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Handles a request; `next` is there in an application that embeds the service. */
type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** How many requests may wait on a connection, each with about 3.5 KB. One more cuts the connection off. */
export const MAX_WAITING = 16;

/** A result that Node.js's parser takes for a failure of its callback: neither a body, nor none, nor another protocol. */
const STOP_PARSING = 3;

/**
 * A handler that gets the requests of a connection one after the other, each when the response before it has been sent and others had
 * their turn, so that a connection takes up no more than one request does, however many it sends at once. While a request waits, its
 * connection is not read: only what came with it, at most 64 KB, can wait, too. What waits on a connection that closes is never handled.
 */
export function serializePipelined(handler: Handler): Handler {
  /** Only connections with requests that wait. */
  const queues = new WeakMap<Socket, { length: number; readonly stop: () => void }>();

  function queueOf(socket: Socket) {
    const existing = queues.get(socket);
    if (existing !== undefined) return existing;
    // Node.js resumes a connection after each request that it has parsed.
    const pause = () => void socket.pause();
    const close = () => {
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
    const queue = queueOf(socket);
    if (queue.length >= MAX_WAITING) return cutOff(socket);
    queue.length += 1;
    const handle = () => {
      // The connection may have closed, or been given up after invalid input.
      if (queue.length === 0) return;
      queue.length -= 1;
      if (queue.length === 0) queue.stop();
      if (socket.writable) handler(request, response, next);
    };
    response.once('socket', () => setImmediate(handle));
  }

  return (request, response, next) => {
    // Node.js gives a response its connection when it is its turn.
    if (response.socket === null) wait(request, response, next);
    else handler(request, response, next);
  };
}

/** Closes a connection, and has Node.js parse no more of the bytes that it has read from it, which can be a thousand requests. */
function cutOff(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => STOP_PARSING;
  socket.destroy();
}
