import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ContentCoding, encode } from './content-coding.ts';

/** A JSON response with status 200, ready to be sent. */
export interface CachedResponse {
  /** Weak, since all content codings of a body share it. */
  readonly etag: string;
  /** Names and values of the fields that describe the body. */
  readonly fields: readonly string[];
  readonly body: Buffer;
}

const MAX_BYTES = 64 << 20;
const MAX_ENTRY_BYTES = 1 << 20;

/** The approximate size of an entry besides its body and its key. */
const ENTRY_OVERHEAD = 500;

/** A compressed body of less than this is hardly smaller than the plain one. */
const MIN_COMPRESSED_BYTES = 1024;

type Load = () => Promise<CachedResponse>;

/**
 * Caches responses and evicts the least recently used. A key names everything that the response depends on, so an
 * entry never becomes stale. Requests for the same key that arrive together share one computation.
 */
export class ResponseCache {
  readonly #cache = new LRUCache<string, CachedResponse, Load>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_OVERHEAD,
    fetchMethod: (_key, _stale, { context: load }) => load(),
    // A computation that is evicted while it is under way still has requests that wait for it.
    ignoreFetchAbort: true,
  });

  /** Returns the response of a key, and computes it if it is missing. Rejects when `compute` does; failures are not cached. */
  get(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<object>,
  ): CachedResponse | Promise<CachedResponse> {
    return this.#cache.get(coding === null ? key : `${key} ${coding}`) ?? this.#fetch(key, coding, compute);
  }

  async #fetch(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<object>,
  ): Promise<CachedResponse> {
    const plain = await this.#load(key, async () => plainResponse(await compute()));
    if (coding === null || plain.body.length < MIN_COMPRESSED_BYTES) return plain;
    return this.#load(`${key} ${coding}`, () => encodedResponse(plain, coding));
  }

  #load(key: string, load: Load): Promise<CachedResponse> {
    return this.#cache.forceFetch(key, { context: load });
  }
}

function plainResponse(value: object): CachedResponse {
  const body = unpooled(Buffer.from(JSON.stringify(value)));
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  return { etag, fields: bodyFields(body), body };
}

async function encodedResponse(
  { etag, body }: CachedResponse,
  coding: ContentCoding,
): Promise<CachedResponse> {
  const encoded = unpooled(await encode(body, coding));
  return { etag, fields: ['Content-Encoding', coding, ...bodyFields(encoded)], body: encoded };
}

/** A copy outside Node.js's buffer pool: a cached slice of the pool would keep all 64 KB of it in memory. */
function unpooled(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function bodyFields({ length }: Buffer): readonly string[] {
  return ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(length)];
}
