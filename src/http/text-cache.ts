import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ContentCoding, encode } from './content-coding.ts';
import type { CachedResponse } from './response-cache.ts';

/** A text with its media type. Its key names everything that it depends on, except the coding. */
interface Text {
  readonly key: string;
  readonly type: string;
  readonly write: () => string | Promise<string>;
}

type Load = () => Promise<CachedResponse>;

/** Keeps the texts that were asked for last, encoded, as responses. A text that could not be written is tried again. */
export class TextCache {
  readonly #texts: LRUCache<string, CachedResponse, Load>;

  constructor(max: number) {
    this.#texts = new LRUCache<string, CachedResponse, Load>({
      max,
      fetchMethod: (_key, _stale, { context: load }) => load(),
      // A text that is evicted while it is written still has requests that wait for it.
      ignoreFetchAbort: true,
    });
  }

  /** Rejects when `write` does. Requests for the same text that arrive together share one. */
  get({ key, type, write }: Text, coding: ContentCoding | null): Promise<CachedResponse> {
    const load = async () => response(Buffer.from(await write()), type, coding);
    return this.#texts.forceFetch(`${coding} ${key}`, { context: load });
  }
}

async function response(body: Buffer, type: string, coding: ContentCoding | null): Promise<CachedResponse> {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const sent = coding === null ? body : await encode(body, coding);
  const fields = ['Content-Type', type, 'Content-Length', String(sent.length)];
  return { etag, fields: coding === null ? fields : ['Content-Encoding', coding, ...fields], body: sent };
}
