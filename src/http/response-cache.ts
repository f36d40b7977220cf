import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { JsonText } from '../form/projections.ts';
import { type ContentCoding, encode } from './content-coding.ts';
import type { ApiState, Observer } from './observer.ts';

export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json; charset=utf-8'];

/**
 * The bytes of a body. Short ones are a string with one character per byte (`latin1`), which Node.js writes together with the
 * header; it would copy a long one with each response.
 */
export type Body = string | Buffer;

/** A JSON response with status 200, ready to be sent. */
export interface CachedResponse {
  /** Weak, since all content codings of a body share it. */
  readonly etag: string;
  /** Names and values of the fields that describe the body. */
  readonly fields: readonly string[];
  readonly body: Body;
}

/** The most bytes of all entries, and of the body of one. */
interface CacheLimits {
  readonly bytes: number;
  readonly entryBytes: number;
}

/** Entries take a sixth more memory than they count: with these limits, at most 32 MB. */
const LIMITS: CacheLimits = { bytes: 24 << 20, entryBytes: 1 << 20 };

/** The approximate size of an entry besides its body and its key. */
const ENTRY_OVERHEAD = 500;

/** A compressed body of less than this is hardly smaller than the plain one. */
const MIN_COMPRESSED_BYTES = 1024;

/** The longest body that is a string, in bytes: Node.js writes up to this without a buffer of its own. */
const MAX_STRING_BYTES = 16_384;

/** What is cached for a text that is too large for the cache, and sent while it is computed. */
type TooLarge = 'too large';

/** Throws if the cache must not compute a response, or not compress one of a number of bytes. */
type Admit = (work: 'compute' | number) => void;

type Load = () => Promise<CachedResponse | TooLarge>;

/**
 * Caches responses and evicts the least recently used. A key names everything that the response depends on, so an
 * entry never becomes stale. Requests for the same key that arrive together share one computation.
 */
export class ResponseCache {
  readonly #observer: Observer | null;
  readonly #entryBytes: number;
  /** Keys of what is being computed or compressed. */
  readonly #underWay = new Set<string>();
  readonly #cache: LRUCache<string, CachedResponse | TooLarge, Load>;

  constructor(observer: Observer | null = null, { bytes, entryBytes }: CacheLimits = LIMITS) {
    this.#observer = observer;
    this.#entryBytes = entryBytes;
    this.#cache = new LRUCache({
      maxSize: bytes,
      maxEntrySize: entryBytes,
      sizeCalculation: (entry, key) =>
        (entry === 'too large' ? 0 : entry.body.length) + 2 * key.length + ENTRY_OVERHEAD,
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // A computation that is evicted while it is under way still has requests that wait for it.
      ignoreFetchAbort: true,
    });
  }

  get state(): ApiState['cache'] {
    return { bytes: this.#cache.calculatedSize, entries: this.#cache.size, computing: this.#underWay.size };
  }

  /**
   * Returns the response of a key, and computes it if it is missing. Rejects when `compute` does; failures are not cached.
   * A `JsonText` is collected; `too large` if it has more bytes than an entry may have. `admit` may throw; it is called before
   * the response is computed, and before it is compressed.
   */
  get(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<object>,
    admit: Admit = () => {},
  ): CachedResponse | TooLarge | Promise<CachedResponse | TooLarge> {
    const cached = this.#cached(key, coding);
    if (cached === undefined) return this.#fetch(key, coding, compute, admit);
    this.#observer?.cacheRead(cached === 'too large' ? 'miss' : 'hit');
    return cached;
  }

  #cached(key: string, coding: ContentCoding | null): CachedResponse | TooLarge | undefined {
    if (coding === null) return this.#cache.get(key);
    const plain = this.#cache.get(key);
    return plain !== undefined && isNotEncoded(plain) ? plain : this.#cache.get(`${key} ${coding}`);
  }

  async #fetch(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<object>,
    admit: Admit,
  ): Promise<CachedResponse | TooLarge> {
    let isComputed = false;
    this.#admit(key, () => admit('compute'));
    const plain = await this.#load(key, async () => {
      isComputed = true;
      return plainResponse(await compute(), this.#entryBytes);
    });
    this.#observer?.cacheRead(isComputed || plain === 'too large' ? 'miss' : 'hit');
    if (coding === null || plain === 'too large' || isNotEncoded(plain)) return plain;
    const encodedKey = `${key} ${coding}`;
    this.#admit(encodedKey, () => admit(plain.body.length));
    return this.#load(encodedKey, () => encodedResponse(plain, coding));
  }

  /** Admits new work. It is not part of the work, which others may wait for: a refusal concerns only who asked. */
  #admit(key: string, admit: () => void): void {
    if (!this.#cache.has(key) && !this.#underWay.has(key)) admit();
  }

  #load(key: string, load: Load): Promise<CachedResponse | TooLarge> {
    return this.#cache.forceFetch(key, { context: () => this.#tracked(key, load) });
  }

  async #tracked(key: string, load: Load): Promise<CachedResponse | TooLarge> {
    this.#underWay.add(key);
    try {
      return await load();
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** Whether all codings share an entry. */
function isNotEncoded(plain: CachedResponse | TooLarge): boolean {
  return plain === 'too large' || plain.body.length < MIN_COMPRESSED_BYTES;
}

async function plainResponse(value: object, maxBytes: number): Promise<CachedResponse | TooLarge> {
  const text = value instanceof JsonText ? await collect(value.chunks, maxBytes) : JSON.stringify(value);
  if (text === null) return 'too large';
  const bytes = Buffer.from(text);
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const body = bodyOf(bytes);
  return { etag, fields: bodyFields(body), body };
}

/** The whole of an ASCII text; null, and the rest is not computed, if it has more than `maxBytes`. */
async function collect(chunks: AsyncIterable<string>, maxBytes: number): Promise<string | null> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > maxBytes) return null;
  }
  return text;
}

async function encodedResponse(
  { etag, body }: CachedResponse,
  coding: ContentCoding,
): Promise<CachedResponse> {
  const encoded = bodyOf(await encode(bytesOf(body), coding));
  return { etag, fields: ['Content-Encoding', coding, ...bodyFields(encoded)], body: encoded };
}

function bodyOf(bytes: Buffer): Body {
  if (bytes.length <= MAX_STRING_BYTES) return bytes.toString('latin1');
  // A copy outside Node.js's buffer pool: a cached slice of the pool would keep all 64 KB of it in memory.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function bytesOf(body: Body): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

function bodyFields({ length }: Body): readonly string[] {
  return [...JSON_TYPE, 'Content-Length', String(length)];
}
