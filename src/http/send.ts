import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ContentCoding, encoder } from './content-coding.ts';
import type { Problem } from './problem.ts';
import type { CachedResponse } from './response-cache.ts';

/** Header fields as one flat list of names and values, which is what Node.js writes fastest. */
export type Fields = readonly string[];

/** Closes the connection after the response. During shutdown, the client's next one can then go to another process. */
export function closeAfterwards(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

/** Sends a JSON response, or 304 when the client has it already. */
export function sendJson(
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
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Whether `If-None-Match` names the ETag, compared weakly. `Cache-Control: no-cache` in the request, which `fetch` adds,
 * does not matter: it only asks intermediate caches to revalidate.
 */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((held) => held.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** How long an export waits for a client that stops reading, in milliseconds: it holds a database snapshot meanwhile. */
const EXPORT_TIMEOUT = 120_000;

/** A CSV text and the file name that clients save it under. */
export interface CsvFile {
  readonly name: string;
  readonly chunks: AsyncIterable<string>;
}

/**
 * Streams a CSV text no faster than the client reads it. The response starts with the first chunk, so an error before
 * it still gets its own status. Rejects when the text or the connection fails.
 */
export async function sendCsv(
  request: IncomingMessage,
  response: ServerResponse,
  head: Fields,
  { name, chunks }: CsvFile,
  coding: ContentCoding | null,
): Promise<void> {
  const fields = [
    ...head,
    'Content-Type',
    'text/csv; charset=utf-8; header=present',
    'Content-Disposition',
    `attachment; filename="${name}"`,
    ...(coding === null ? [] : ['Content-Encoding', coding]),
  ];
  if (request.method === 'HEAD') {
    response.writeHead(200, fields).end();
    return;
  }
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    response.writeHead(200, fields);
    response.setTimeout(EXPORT_TIMEOUT, () => response.destroy());
    const text = Readable.from(interleaved(first, iterator));
    await (coding === null ? pipeline(text, response) : pipeline(text, encoder(coding), response));
  } finally {
    // A client that left before the first chunk leaves the iterator open.
    await iterator.return?.();
  }
}

/** Lets other requests run between two chunks: a client that reads fast would otherwise keep the service to itself. */
async function* interleaved(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<string> {
  for (let chunk = first; chunk.done !== true; chunk = await rest.next()) {
    yield chunk.value;
    await nextTurn();
  }
}

/** Sends an error as its problem document. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  head: Fields,
  problem: Problem,
): void {
  if (response.headersSent) {
    // Too late for a status: a cut connection tells the client that the response is incomplete.
    response.destroy();
    return;
  }
  const body = Buffer.from(problem.body());
  const fields = ['Content-Type', 'application/problem+json', 'Content-Length', String(body.length)];
  response.writeHead(problem.status, [...head, ...Object.entries(problem.headers).flat(), ...fields]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
