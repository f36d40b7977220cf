import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CachedResponse, type ContentCoding, Encoders, type Fields } from './content.ts';

/** Closes the connection after the response. During shutdown, the client's next one can then go to another process. */
export function closeAfterwards(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

/** Milliseconds that a text waits for a client which stops reading, and that it may take in all: it holds a database snapshot meanwhile. */
const TEXT_LIMITS = { stalled: 30_000, whole: 30 * 60_000 };

/** Sends responses within what all of them may take up together: encoders, and bodies that wait for their clients. */
export class Sender {
  readonly encoders = new Encoders();
  readonly #unread = new UnreadBodies();

  /** Sends a response of a cache, which may evict it before the client has read it; 304 when the client has it already. */
  cached(request: IncomingMessage, response: ServerResponse, head: Fields, cached: CachedResponse): void {
    this.#unread.add(response, cached.body);
    sendCached(request, response, head, cached);
  }

  /**
   * Streams a text no faster than the client reads it, in a coding if there is an encoder for it. The response starts with the first chunk,
   * so an error before it still gets its own status. Rejects when the text or the connection fails, and cuts the connection of a client
   * that reads too slowly (gap `concurrent-downloads`).
   */
  async text(
    request: IncomingMessage,
    response: ServerResponse,
    head: Fields,
    chunks: AsyncIterable<string>,
    coding: ContentCoding | null,
    limits = TEXT_LIMITS,
  ): Promise<void> {
    if (request.method === 'HEAD') {
      response.writeHead(200, [...head]).end();
      return;
    }
    const encoder = coding === null ? null : this.encoders.stream();
    const fields = encoder === null ? [...head] : [...head, 'Content-Encoding', String(coding)];
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      const first = await iterator.next();
      response.writeHead(200, fields);
      const text = Readable.from(
        timely(first, iterator, limits, () => response.destroy()),
        { highWaterMark: 1 },
      );
      await (encoder === null ? pipeline(text, response) : pipeline(text, encoder, response));
    } finally {
      encoder?.destroy();
      // A client that left before the first chunk leaves the iterator open.
      await iterator.return?.();
    }
  }
}

/** Sends a response with an ETag, or 304 when the client has it already. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  head: Fields,
  { etag, fields, body }: CachedResponse,
): void {
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...head, 'ETag', etag]).end();
    return;
  }
  response.writeHead(200, [...head, 'ETag', etag, ...fields]);
  if (request.method === 'HEAD') response.end();
  else response.end(body, 'latin1');
}

/**
 * Compares `If-None-Match` with the ETag, weakly. `Cache-Control: no-cache` in the request, which `fetch` adds,
 * does not matter: it only asks intermediate caches to revalidate.
 */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((held) => held.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** The chunks of a text. Calls `cut` when the next one has not been taken for too long, or the whole takes too long. */
async function* timely(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  limits: typeof TEXT_LIMITS,
  cut: () => void,
): AsyncGenerator<string> {
  const stalled = setTimeout(cut, limits.stalled);
  const tooSlow = setTimeout(cut, limits.whole);
  try {
    for (let chunk = first; chunk.done !== true; chunk = await rest.next()) {
      stalled.refresh();
      yield chunk.value;
    }
  } finally {
    clearTimeout(stalled);
    clearTimeout(tooSlow);
  }
}

/** Smaller bodies don't count: each is less than a connection takes anyway. In bytes. */
const COUNTED_BYTES = 65_536;

/** The most bytes of all bodies that clients have not read yet; one that several responses share counts once. */
const MAX_BYTES = 48 << 20;

/**
 * The bodies that stay in memory until their clients have read them. When they get too large together, the responses that have been
 * unread the longest are cut off.
 */
export class UnreadBodies {
  readonly #maxBytes: number;
  /** In order of time; an array because of record 7. */
  readonly #unread: { readonly response: ServerResponse; readonly body: Buffer }[] = [];

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Of all bodies. */
  get bytes(): number {
    const bodies = new Set(this.#unread.map(({ body }) => body));
    return bodies.values().reduce((sum, { length }) => sum + length, 0);
  }

  /** Counts the body of a response until that is closed. */
  add(response: ServerResponse, body: string | Buffer): void {
    if (typeof body === 'string' || body.length <= COUNTED_BYTES) return;
    this.#unread.push({ response, body });
    response.once('close', () => this.#remove(response));
    while (this.bytes > this.#maxBytes && this.#unread.length > 1) {
      const [oldest] = this.#unread;
      this.#remove(oldest?.response);
      oldest?.response.destroy();
    }
  }

  #remove(response: ServerResponse | undefined): void {
    const index = this.#unread.findIndex((one) => one.response === response);
    if (index !== -1) this.#unread.splice(index, 1);
  }
}
