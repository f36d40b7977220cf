import { LRUCache } from 'lru-cache';
import {
  bytesOf,
  type CachedResponse,
  type Content,
  type ContentCoding,
  cachedResponse,
  Encoders,
  encodedResponse,
} from '../server/content.ts';
import type { ApiState, Observer } from '../server/observer.ts';

/** The most bytes of all entries, and of the body of one. They take a sixth more memory than they count: with these limits, at most 32 MB. */
const LIMITS = { bytes: 24 << 20, entryBytes: 1 << 20 };

/** The approximate size of an entry besides its body and its key. */
const ENTRY_OVERHEAD = 500;

/** A compressed body of less than this is hardly smaller than the plain one. */
const MIN_COMPRESSED_BYTES = 1024;

/** A response, or that its plain body is larger than an entry may be. */
type Entry = CachedResponse | 'too large';

/**
 * Caches responses, and evicts the least recently used. A key names everything that the response depends on, so an entry never
 * becomes stale. The plain response has the key itself; the encoded one, with the coding appended, is made from it.
 */
export class ResponseCache {
  readonly #encoders: Encoders;
  readonly #observer: Observer | null;
  readonly #entryBytes: number;
  readonly #entries: LRUCache<string, Entry>;
  /** Responses that are being computed or encoded: requests for the same key that arrive meanwhile share them. */
  readonly #underWay = new Map<string, Promise<Entry>>();

  constructor(
    encoders = new Encoders(),
    observer: Observer | null = null,
    { bytes, entryBytes }: Readonly<typeof LIMITS> = LIMITS,
  ) {
    this.#encoders = encoders;
    this.#observer = observer;
    this.#entryBytes = entryBytes;
    this.#entries = new LRUCache({
      maxSize: bytes,
      maxEntrySize: entryBytes,
      sizeCalculation: (entry, key) =>
        (entry === 'too large' ? 0 : entry.body.length) + 2 * key.length + ENTRY_OVERHEAD,
    });
  }

  get state(): ApiState['cache'] {
    return {
      bytes: this.#entries.calculatedSize,
      entries: this.#entries.size,
      computing: this.#underWay.size,
    };
  }

  /**
   * Returns the response of a key, and computes it if it is missing. Rejects when `compute` does; failures are not cached. The
   * response is plain while there is no encoder for it. `admit` is called before this request has a response computed, or one of a
   * number of bytes encoded; it may throw, which concerns no other request.
   */
  get(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<Content>,
    admit: (work: 'compute' | number) => void = () => {},
  ): Entry | Promise<Entry> {
    const plain = this.#entries.get(key);
    const known =
      plain === undefined || coding === null || !isEncoded(plain)
        ? plain
        : this.#entries.get(`${key} ${coding}`);
    if (known === undefined) return this.#load(key, coding, compute, admit);
    this.#observer?.cacheRead(known === 'too large' ? 'miss' : 'hit');
    return known;
  }

  async #load(
    key: string,
    coding: ContentCoding | null,
    compute: () => Promise<Content>,
    admit: (work: 'compute' | number) => void,
  ): Promise<Entry> {
    const known = this.#known(key);
    if (known === undefined) admit('compute');
    const computed = async () => (await cachedResponse(await compute(), this.#entryBytes)) ?? 'too large';
    const plain = await (known ?? this.#keep(key, computed()));
    this.#observer?.cacheRead(known === undefined || plain === 'too large' ? 'miss' : 'hit');
    if (coding === null || !isEncoded(plain)) return plain;
    const encodedKey = `${key} ${coding}`;
    const encoded = this.#known(encodedKey);
    if (encoded !== undefined) return encoded;
    admit(plain.body.length);
    const encoding = this.#encoders.encode(bytesOf(plain.body));
    if (encoding === null) return plain;
    return this.#keep(
      encodedKey,
      encoding.then((bytes) => encodedResponse(plain, coding, bytes)),
    );
  }

  #known(key: string): Entry | Promise<Entry> | undefined {
    return this.#entries.get(key) ?? this.#underWay.get(key);
  }

  async #keep(key: string, work: Promise<Entry>): Promise<Entry> {
    this.#underWay.set(key, work);
    try {
      const entry = await work;
      this.#entries.set(key, entry);
      return entry;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** Returns whether clients get a response in a content coding. */
function isEncoded(plain: Entry): plain is CachedResponse {
  return plain !== 'too large' && plain.body.length >= MIN_COMPRESSED_BYTES;
}
