import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { type Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Sends one request without a body; redirects are not followed. `fetch` fits it too. */
export type SendRequest = (
  url: URL,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/**
 * Sends with Node's own client and decodes gzip, deflate and br. Unlike `fetch`, it returns every status: fetch turns 407
 * into a network error. A GET on a kept-alive connection that the server has just closed is sent once more.
 */
export const sendRequest: SendRequest = async (url, { method, headers, signal }) => {
  const options = { method, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers }, signal };
  try {
    return responseOf(await exchange(url, options));
  } catch (error) {
    if (error instanceof StaleConnection && method === 'GET')
      return responseOf(await exchange(url, { ...options, agent: false }));
    throw error instanceof StaleConnection ? error.cause : error;
  }
};

/** The server closed a kept-alive connection before it sent a response. */
class StaleConnection extends Error {}

function exchange(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const request = send(url, options, resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new StaleConnection('stale connection', { cause: error }) : error);
    });
    request.end();
  });
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2)
    headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '');
  const status = message.statusCode ?? 0;
  if ([204, 205, 304].includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array>, { status, headers });
}

/** The body without its content codings; unknown codings stay. */
function decoded(message: IncomingMessage): Readable {
  const codings = (message.headers['content-encoding'] ?? '').split(',').map((name) => name.trim());
  return codings.reverse().reduce<Readable>((body, coding) => {
    const decoder = decoderOf(coding.toLowerCase());
    if (decoder === undefined) return body;
    body.on('error', (error) => decoder.destroy(error));
    return body.pipe(decoder);
  }, message);
}

function decoderOf(coding: string): Duplex | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'deflate') return createInflate();
  return coding === 'br' ? createBrotliDecompress() : undefined;
}
