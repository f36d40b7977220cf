import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { limits } from '../safety/limits.ts';

/** A response whose body has not been read yet; the `Response` of `fetch` is one. */
export interface Received {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Sends one request without a body; redirects are not followed. `fetch` fits it too. */
export type SendRequest = (
  url: URL,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<Received>;

/**
 * Sends with Node's own client and decodes gzip, deflate and br. Unlike `fetch`, it returns every status: fetch turns 407
 * into a network error, and its `Response` holds no 999. A GET on a kept-alive connection that the server has just closed is sent once more.
 */
export const sendRequest: SendRequest = async (url, { method, headers, signal }) => {
  const options = {
    method,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
    signal,
    maxHeaderSize: limits.headerBytes,
  };
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
    // Node closes the connection of a status 101 without an error
    request.on('close', () => reject(new Error('the connection was closed without a response')));
    request.end();
  });
}

function responseOf(message: IncomingMessage): Received {
  const headers = Object.entries(message.headersDistinct).map(
    ([name, values]) => [name, (values ?? []).join(', ')] as const,
  );
  return { status: message.statusCode ?? 0, headers, body: decoded(message) };
}

/** The body without its content codings; unknown codings stay. */
function decoded(message: IncomingMessage): AsyncIterable<Uint8Array> {
  const codings = (message.headers['content-encoding'] ?? '').split(',').map((name) => name.trim());
  const decoders = codings.reverse().flatMap((coding) => decoderOf(coding.toLowerCase()) ?? []);
  if (decoders.length === 0) return message;
  if (decoders.length > limits.codings) {
    message.destroy();
    throw new Error(`the body has more than ${limits.codings} content codings`);
  }
  // An error of one stream ends all of them
  return pipeline([message, ...decoders], () => undefined) as Duplex;
}

function decoderOf(coding: string): Duplex | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'deflate') return createInflate();
  return coding === 'br' ? createBrotliDecompress() : undefined;
}
