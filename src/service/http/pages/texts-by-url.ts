import type { IncomingMessage, ServerResponse } from 'node:http';
import { ResponseCache } from '../api/response-cache.ts';
import type { BaseUrl } from '../server/base-url.ts';
import type { CachedResponse } from '../server/content.ts';
import { negotiateCoding } from '../server/content-coding.ts';
import { Problem } from '../server/problem.ts';
import type { Sender } from '../server/send.ts';

/** The most bytes of the texts that are kept, and of one. Each base URL has its own, and a proxy may pass on any host that a client names. */
const LIMITS = { bytes: 6 << 20, entryBytes: 1 << 20 };

/** Texts that contain the base URL. Each is written when it is first requested with that URL, and cached. */
export class TextsByUrl {
  readonly #baseUrl: BaseUrl;
  readonly #sender: Sender;
  readonly #texts: ResponseCache;

  constructor(baseUrl: BaseUrl, sender: Sender) {
    this.#baseUrl = baseUrl;
    this.#sender = sender;
    this.#texts = new ResponseCache(sender.encoders, null, LIMITS);
  }

  /** `key`: everything that the text depends on, except the base URL. Rejects with `malformed-request` if the URL makes it too large. */
  async get(
    request: IncomingMessage,
    { key, type, write }: { readonly key: string; readonly type: string; write(base: string): string },
  ): Promise<CachedResponse> {
    const base = this.#baseUrl.of(request);
    const load = async () => ({ fields: ['Content-Type', type], text: write(base) });
    const text = await this.#texts.get(`${key} ${base}`, negotiateCoding(request), load);
    if (text === 'too large') throw new Problem('malformed-request', 'The host name is too long.');
    return text;
  }

  send(request: IncomingMessage, response: ServerResponse, text: CachedResponse): void {
    const caching = this.#baseUrl.cacheControl('no-cache');
    this.#sender.cached(request, response, ['Cache-Control', caching, 'Vary', 'Accept-Encoding'], text);
  }
}
