import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { stringify } from 'yaml';
import type { ContractDocument } from '../contract/load-document.ts';
import type { BaseUrl } from './base-url.ts';
import { type ContentCoding, encode, negotiateCoding } from './content-coding.ts';
import type { CachedResponse } from './response-cache.ts';
import { sendJson } from './send.ts';

/** What the document of a deployment depends on. */
interface Deployment {
  readonly document: ContractDocument;
  readonly baseUrl: BaseUrl;
  readonly contact: string;
}

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: (document: object) => JSON.stringify(document) },
  yaml: {
    type: 'application/yaml; charset=utf-8',
    // Parsers of YAML 1.1 and 1.2 read the same
    write: (document: object) => stringify(document, { compat: 'yaml-1.1' }),
  },
} as const;

/** How many bodies are kept. Each base URL has up to eight, and a proxy may pass on any host that a client names. */
const MAX_BODIES = 32;

const HEAD = ['Cache-Control', 'no-cache', 'Vary', 'Accept-Encoding'] as const;

/**
 * Serves the document of this deployment, with its URL as the server and its operator as the contact. The text is written
 * once per format, since writing YAML takes tens of milliseconds; a base URL is inserted into it when it is first asked for.
 */
export function contractDocument(format: keyof typeof FORMATS, deployment: Deployment): RequestHandler {
  const { type, write } = FORMATS[format];
  let parts: readonly [string, string] | null = null;
  const bodies = new LRUCache<string, Promise<CachedResponse>>({ max: MAX_BODIES });
  const bodyFor = (base: string, coding: ContentCoding | null): Promise<CachedResponse> => {
    const key = `${coding} ${base}`;
    const known = bodies.get(key);
    if (known !== undefined) return known;
    parts ??= aroundBaseUrl(write, deployment);
    const made = response(Buffer.from(parts.join(JSON.stringify(base))), type, coding);
    bodies.set(key, made);
    return made;
  };
  return async (request, response) => {
    const body = await bodyFor(deployment.baseUrl.of(request), negotiateCoding(request));
    sendJson(request, response, HEAD, body);
  };
}

/** Stands for the base URL while the text is written. */
const PLACEHOLDER = 'https://base-url.invalid';

/** The text before and after the base URL, which is written as a JSON string: that is valid in YAML, too. */
function aroundBaseUrl(
  write: (document: object) => string,
  { document, contact }: Deployment,
): readonly [string, string] {
  const servers = [{ url: PLACEHOLDER, description: 'This deployment' }];
  const text = write({ ...document, info: { ...document.info, contact: { name: contact } }, servers });
  const [before, after, ...others] = text.split(new RegExp(`"?${PLACEHOLDER}"?`));
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error('the document must contain the placeholder of the base URL once');
  }
  return [before, after];
}

async function response(body: Buffer, type: string, coding: ContentCoding | null): Promise<CachedResponse> {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const sent = coding === null ? body : await encode(body, coding);
  const fields = ['Content-Type', type, 'Content-Length', String(sent.length)];
  return { etag, fields: coding === null ? fields : ['Content-Encoding', coding, ...fields], body: sent };
}
