import type { IncomingMessage, ServerResponse } from 'node:http';
import { ResponseCache } from '../api/response-cache.ts';
import type { BaseUrl } from '../server/base-url.ts';
import type { CachedResponse } from '../server/content.ts';
import { negotiateCoding, ON_DEMAND } from '../server/content-coding.ts';
import { Problem } from '../server/problem.ts';
import type { Sender } from '../server/send.ts';

/** The most bytes of the texts that are kept, and of one. Each base URL has its own, and a proxy may pass on any host that a client names. */
const LIMITS = { bytes: 6 << 20, entryBytes: 1 << 20 };

/** A text that names the service by the URL that the documents have by default. */
interface Text {
  /** Everything that the text depends on, except the base URL. */
  readonly key: string;
  readonly type: string;
  readonly write: () => string;
}

/** Texts that contain the base URL. It is inserted when a text is first requested with that URL. */
export class TextsByUrl {
  readonly #baseUrl: BaseUrl;
  readonly #standardUrl: string;
  readonly #sender: Sender;
  readonly #texts: ResponseCache;

  constructor(baseUrl: BaseUrl, standardUrl: string, sender: Sender) {
    this.#baseUrl = baseUrl;
    this.#standardUrl = standardUrl;
    this.#sender = sender;
    this.#texts = new ResponseCache(sender.encoders, null, LIMITS);
  }

  /** Rejects with `malformed-request` if the URL makes the text too large. */
  async get(request: IncomingMessage, { key, type, write }: Text): Promise<CachedResponse> {
    const base = safeInTexts(this.#baseUrl.of(request));
    const load = async () => ({
      fields: ['Content-Type', type],
      text: write().replaceAll(this.#standardUrl, () => base),
    });
    const text = await this.#texts.get(`${key} ${base}`, negotiateCoding(request, ON_DEMAND), load);
    if (text === 'too large') throw new Problem('malformed-request', 'The host name is too long.');
    return text;
  }

  send(request: IncomingMessage, response: ServerResponse, text: CachedResponse): void {
    const caching = this.#baseUrl.cacheControl('no-cache');
    this.#sender.cached(request, response, ['Cache-Control', caching, 'Vary', 'Accept-Encoding'], text);
  }
}

/**
 * Encodes a base URL: text that only has characters of URLs is safe in YAML and JSON, whether the text around it is quoted or not.
 * Brackets of an IPv6 address and what is already encoded stay.
 */
export function safeInTexts(base: string): string {
  return encodeURI(base)
    .replaceAll(/%(25|5B|5D)/g, (code) => decodeURIComponent(code))
    .replaceAll("'", '%27');
}
