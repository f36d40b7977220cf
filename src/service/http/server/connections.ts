import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from './client-network.ts';

/** From this part of the most connections on, a new one closes another. */
const NEARLY_FULL = 0.9;

/** A network with more than this part of them loses its own first. */
const SHARE = 0.25;

/** How long a client has at least, in milliseconds: for its first request, and after it has sent one. */
const LEAST_WAIT = { first: 50, later: 1000 };

interface Connection {
  readonly socket: Socket;
  /** How many connections its network has; shared by them. */
  readonly network: { count: number };
  /** When its last request began, or it itself. */
  since: number;
  isUsed: boolean;
}

/** The time between attempts to make room, in milliseconds. */
const RETRY = 100;

/**
 * Keeps the open connections, at most `max`. While there is hardly room for more, those that have waited for their clients the longest are
 * closed, and `onClosed` is called.
 */
export function openConnections(max: number, onClosed: () => void) {
  const all: Connection[] = [];
  const bySocket = new WeakMap<Duplex, Connection>();
  const networks = new Map<string, { count: number }>();
  let isRetrying = false;

  function makeRoom(): void {
    if (all.length <= NEARLY_FULL * max) return;
    const found = longestWaiting();
    if (found !== null) {
      remove(found);
      found.socket.destroy();
      onClosed();
      makeRoom();
    } else if (!isRetrying) {
      isRetrying = true;
      setTimeout(() => {
        isRetrying = false;
        makeRoom();
      }, RETRY).unref();
    }
  }

  /** The connection that has waited for its client the longest; null if it is not yet time for any. */
  function longestWaiting(): Connection | null {
    const now = performance.now();
    let first: Connection | null = null;
    let rank = 0;
    for (const connection of all) {
      const { socket, network, since, isUsed } = connection;
      if (now - since < LEAST_WAIT[isUsed ? 'later' : 'first']) continue;
      const waits = waitsForClient(socket);
      if (waits === 'no') continue;
      // Networks with more than their share lose connections first, and idle connections go before those being read.
      const own = (network.count > SHARE * max ? 2 : 0) + (waits === 'idle' ? 2 : 1);
      if (first !== null && (own < rank || (own === rank && since >= first.since))) continue;
      first = connection;
      rank = own;
    }
    return first;
  }

  function remove(connection: Connection): void {
    const index = all.indexOf(connection);
    if (index !== -1) all.splice(index, 1);
  }

  return {
    /** Counts a connection until it closes. */
    add(socket: Socket): void {
      const { network: name } = networkOf(socket.remoteAddress ?? '');
      const network = networks.get(name) ?? { count: 0 };
      network.count += 1;
      networks.set(name, network);
      const connection = { socket, network, since: performance.now(), isUsed: false };
      all.push(connection);
      bySocket.set(socket, connection);
      socket.once('close', () => {
        network.count -= 1;
        if (network.count === 0) networks.delete(name);
        remove(connection);
      });
      makeRoom();
    },
    /** Notes that a request has begun. */
    began(socket: Duplex): void {
      const connection = bySocket.get(socket);
      if (connection === undefined) return;
      connection.since = performance.now();
      connection.isUsed = true;
    },
    /** Returns whether clients still have to read responses that have ended. */
    areSending: () =>
      all.some(({ socket }) => responseOn(socket)?.writableEnded && socket.writableLength > 0),
  };
}

/** The response that is under way on a connection. Node.js's own handler of client errors looks at the same property. */
export function responseOn(socket: Duplex): ServerResponse | null {
  return (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

/** Says if a connection waits for its client: for a request, or until the client has read what has been sent. */
function waitsForClient(socket: Socket): 'idle' | 'reading' | 'no' {
  const response = responseOn(socket);
  if (response === null || !response.req.complete) return 'idle';
  return socket.writableLength > 0 ? 'reading' : 'no';
}

/**
 * The most connections that leave room for files and databases beside them: of the 1,024 descriptors that are usual, 614. 100 exports
 * on SQLite take three each. Systems that don't tell their limit have enough.
 */
export function connectionsWithin(limitOfDescriptors: number): number {
  return Math.floor(limitOfDescriptors * 0.6);
}

/** Returns how many descriptors this process may have; infinite if the system doesn't tell it. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft = ''] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return soft === '' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Handles a request; `next` is there in an application that embeds the service. */
type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** How many requests may wait on a connection, each with about 3.5 KB. One more cuts the connection off. */
export const MAX_WAITING = 16;

/**
 * A handler that gets the requests of a connection one after the other, each when the response before it has been sent and others had
 * their turn, so that a connection takes up no more than one request does, however many it sends at once. While a request waits, its
 * connection is not read: only what came with it, at most 64 KB, can wait, too. What waits on a connection that closes is never handled.
 */
export function serializePipelined(handler: Handler): Handler {
  /** Only connections with requests that wait. */
  const queues = new WeakMap<Socket, { length: number; readonly stop: () => void }>();

  function newQueue(socket: Socket) {
    // Node.js resumes a connection after each request that it has parsed.
    const pause = () => void socket.pause();
    const stop = () => {
      socket.off('resume', pause).resume();
      queues.delete(socket);
    };
    const queue = { length: 0, stop };
    queues.set(socket, queue);
    socket.on('resume', pause).pause();
    return queue;
  }

  return (request, response, next) => {
    const { socket } = request;
    // Node.js gives a response its connection when it is its turn.
    if (response.socket !== null) return handler(request, response, next);
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? newQueue(socket);
    if (queue.length >= MAX_WAITING) return cutOff(socket);
    queue.length += 1;
    const handle = () => {
      queue.length -= 1;
      if (queue.length === 0) queue.stop();
      // The connection may have closed, or been given up after invalid input.
      if (socket.writable) handler(request, response, next);
    };
    response.once('socket', () => setImmediate(handle));
  };
}

/** Node.js's parser knows the results 0, 1 and 2 of this callback, and stops with an error at any other. */
const STOP_PARSING = 3;

/** Closes a connection, and has Node.js parse no more of the bytes that it has read from it, which can be a thousand requests. */
function cutOff(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => STOP_PARSING;
  socket.destroy();
}
