import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { JsonText } from '../form/projections.ts';
import { type ContentCoding, Encoders } from './content-coding.ts';
import type { ApiState, Observer } from './observer.ts';

export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json; charset=utf-8'];

/**
 * The bytes of a body. Short ones are a string with one character per byte (`latin1`), which Node.js writes together with the
 * header; it would copy a long one with each response.
 */
export type Body = string | Buffer;

/** A response with status 200, ready to be sent. */
export interface CachedResponse {
  /** Weak, since all content codings of a body share it. */
  readonly etag: string;
  /** Names and values of the fields that describe the body; the length is the last one. */
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

/** What is cached for a response that is too large for the cache. */
type TooLarge = 'too large';

/** What is computed for a response that isn't JSON. */
export class Text {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Throws if the cache must not compute a response, or not compress one of a number of bytes. */
type Admit = (work: 'compute' | number) => void;

type Load = () => Promise<CachedResponse | TooLarge>;

/**
 * Caches responses and evicts the least recently used. A key names everything that the response depends on, so an
 * entry never becomes stale. Requests for the same key that arrive together share one computation.
 */
export class ResponseCache {
  readonly #encoders: Encoders;
  readonly #observer: Observer | null;
  readonly #entryBytes: number;
  /** Keys of what is being computed or compressed. */
  readonly #underWay = new Set<string>();
  readonly #cache: LRUCache<string, CachedResponse | TooLarge, Load>;

  constructor(
    encoders = new Encoders(),
    observer: Observer | null = null,
    { bytes, entryBytes }: CacheLimits = LIMITS,
  ) {
    this.#encoders = encoders;
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
   * A `JsonText` is collected; `too large` if the plain body has more bytes than an entry may have. `admit` may throw; it is called
   * before the response is computed, and before it is compressed. The response is plain while there is no encoder for it.
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
    try {
      return await this.#load(encodedKey, () => this.#encoded(plain, coding));
    } catch (error) {
      if (error instanceof NoEncoder) return plain;
      throw error;
    }
  }

  async #encoded({ etag, fields, body }: CachedResponse, coding: ContentCoding): Promise<CachedResponse> {
    const bytes = await this.#encoders.encode(bytesOf(body));
    if (bytes === null) throw new NoEncoder();
    const encoded = bodyOf(bytes);
    const length = String(encoded.length);
    return { etag, fields: ['Content-Encoding', coding, ...fields.with(-1, length)], body: encoded };
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

/** Why a response is not encoded now; what isn't cached is tried again. */
class NoEncoder extends Error {}

async function plainResponse(value: object, maxBytes: number): Promise<CachedResponse | TooLarge> {
  const text = await textOf(value, maxBytes);
  const bytes = text === null ? null : Buffer.from(text);
  if (bytes === null || bytes.length > maxBytes) return 'too large';
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  const body = bodyOf(bytes);
  const type = value instanceof Text ? ['Content-Type', value.type] : JSON_TYPE;
  return { etag, fields: [...type, 'Content-Length', String(body.length)], body };
}

async function textOf(value: object, maxBytes: number): Promise<string | null> {
  if (value instanceof Text) return value.text;
  return value instanceof JsonText ? collect(value.chunks, maxBytes) : JSON.stringify(value);
}

/** What was computed, as a text to be streamed. */
export async function* chunksOf(value: object): AsyncGenerator<string> {
  if (value instanceof JsonText) yield* value.chunks;
  else yield JSON.stringify(value);
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
