import { readFileSync } from 'node:fs';
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as overHttp,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { limits } from '../safety/limits.ts';
import type { HttpResponse } from './exchange.ts';
import { proxyFor } from './proxy.ts';

/** Names and values of further fields that a user may give (RFC 9110). */
export const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const fieldValue = /^[\x20-\x7e]+$/;
/** Fields that the gate itself sends. */
export const ownFields = /^(authorization|host|content-length|transfer-encoding|connection)$/;

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

/** How a deployment is reached. */
export interface Network {
  /** Certificates of authorities to trust besides the usual ones, as PEM. */
  readonly ca?: readonly string[];
  /** The certificate that the gate shows, and its private key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Accepts any certificate. */
  readonly insecure?: boolean;
  /** Where the variables of proxies are read; default the process's. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** How the gate names itself: firewalls refuse clients without a name. */
const userAgent = `queue-headcount/${version} (+https://github.com/queue-headcount/queue-headcount)`;

/** The content codings that every request asks for. */
const askedCodings: readonly string[] = ['gzip', 'deflate', 'br'];

/** The content coding of a body that was not asked for, and so is not decoded. */
export function unaskedCoding({ headers }: HttpResponse): string | undefined {
  const codings = codingsOf(headers['content-encoding']);
  return codings.find((name) => !['', 'identity', 'x-gzip', ...askedCodings].includes(name));
}

/** The server closed a kept-alive connection before it sent a response; the request may be sent again. */
export class StaleConnection extends Error {}

/**
 * Sends with Node's own client and decodes gzip, deflate and br. Unlike `fetch`, it returns every status: fetch turns 407
 * into a network error, and its `Response` holds no 999. Rejects with a `StaleConnection` once; then it reuses no connection any more.
 */
export function createSendRequest({
  ca,
  certificate,
  insecure,
  environment = process.env,
}: Network = {}): SendRequest {
  const tls = {
    ...(ca === undefined ? {} : { ca: [...getCACertificates(), ...ca] }),
    ...certificate,
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
  };
  const agents = new Map<string, HttpAgent>();
  let reusesConnections = true;

  const agentOf = (url: URL, proxy: URL | null): HttpAgent => {
    const name = `${url.protocol} ${proxy?.href}`;
    const known = agents.get(name);
    if (known !== undefined) return known;
    const kept = { keepAlive: reusesConnections };
    const agent =
      url.protocol === 'http:'
        ? new HttpAgent(kept)
        : proxy === null
          ? new HttpsAgent(kept)
          : new HttpsProxyAgent(proxy, kept);
    agents.set(name, agent);
    return agent;
  };

  return async (url, { method, headers, signal }) => {
    const proxy = proxyFor(url, environment);
    const options: RequestOptions = {
      method,
      headers: { 'user-agent': userAgent, 'accept-encoding': askedCodings.join(', '), ...headers },
      signal,
      maxHeaderSize: limits.headerBytes,
      agent: agentOf(url, proxy),
      ...tls,
    };
    try {
      // To a proxy, the request of a plain URL has the whole URL as its target.
      const message =
        proxy !== null && url.protocol === 'http:'
          ? await exchange(proxy, {
              ...options,
              path: url.href,
              headers: { ...options.headers, ...proxied(url, proxy) },
            })
          : await exchange(url, options);
      return responseOf(message);
    } catch (error) {
      if (error instanceof StaleConnection) {
        reusesConnections = false;
        agents.clear();
      }
      throw error;
    }
  };
}

function exchange(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const request = send(url, options, resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      reject(isStale ? new StaleConnection('the connection was closed', { cause: error }) : error);
    });
    // Node closes the connection of a status 101 without an error
    request.on('close', () => reject(new Error('the connection was closed without a response')));
    request.end();
  });
}

/** The header fields that a request to a proxy has besides its own. */
function proxied(url: URL, { username, password }: URL): Record<string, string> {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const authorization =
    username === '' ? {} : { 'proxy-authorization': `Basic ${credentials.toString('base64')}` };
  return { host: url.host, ...authorization };
}

function responseOf(message: IncomingMessage): Received {
  const headers = Object.entries(message.headersDistinct).map(
    ([name, values]) => [name, (values ?? []).join(', ')] as const,
  );
  return { status: message.statusCode ?? 0, headers, body: decoded(message) };
}

/** The body without its content codings; unknown codings stay. */
function decoded(message: IncomingMessage): AsyncIterable<Uint8Array> {
  const codings = codingsOf(message.headers['content-encoding']);
  const decoders = codings.toReversed().flatMap((coding) => decoderOf(coding) ?? []);
  if (decoders.length === 0) return message;
  if (decoders.length > limits.codings) {
    message.destroy();
    throw new Error(`the body has more than ${limits.codings} content codings`);
  }
  // An error of one stream ends all of them
  return pipeline([message, ...decoders], () => undefined) as Duplex;
}

/** The names in a `Content-Encoding`, in lower case. */
function codingsOf(field = ''): readonly string[] {
  return field.split(',').map((name) => name.trim().toLowerCase());
}

function decoderOf(coding: string): Duplex | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'deflate') return createInflate();
  return coding === 'br' ? createBrotliDecompress() : undefined;
}
