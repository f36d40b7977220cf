import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { contractYaml } from '../../contract/contract-yaml.ts';
import { ResponseCache } from '../api/response-cache.ts';
import type { AppOptions } from '../app-options.ts';
import type { BaseUrl } from '../server/base-url.ts';
import { negotiateCoding, ON_DEMAND } from '../server/content.ts';
import { Problem } from '../server/problem.ts';
import type { Sender } from '../server/send.ts';

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: (document: object) => JSON.stringify(document) },
  yaml: { type: 'application/yaml; charset=utf-8', write: contractYaml },
} as const;

/**
 * Serves the document of this deployment, with its URL as the server and in links, and its operator as the contact. The text
 * is written once per format, since writing YAML takes tens of milliseconds.
 */
export function contractDocument(
  format: keyof typeof FORMATS,
  { document, baseUrl, contact }: Pick<AppOptions, 'document' | 'baseUrl' | 'contact'>,
  sender: Sender,
): RequestHandler {
  const { type, write } = FORMATS[format];
  const [{ url }] = document.servers;
  const { info } = document;
  let written: string | null = null;
  const writeOnce = () => {
    written ??= write({
      ...document,
      info: { ...info, contact: { ...info.contact, name: contact } },
      servers: [{ url, description: 'This deployment' }],
    });
    return written;
  };
  const send = textsByUrl(baseUrl, url, sender);
  return (request, response) => send(request, response, { key: format, type, write: writeOnce });
}

/** The most bytes of the texts that are kept, and of one. Each base URL has its own, and a proxy may pass on any host that a client names. */
const LIMITS = { bytes: 6 << 20, entryBytes: 1 << 20 };

/** A text that names the service by the URL that the documents have by default. */
interface Text {
  /** Everything that the text depends on, except the base URL. */
  readonly key: string;
  readonly type: string;
  readonly write: () => string;
}

/**
 * Returns a function that sends texts with the base URL, which is inserted when a text is first requested with that URL. Rejects with
 * `malformed-request` if the URL makes the text too large.
 */
export function textsByUrl(baseUrl: BaseUrl, standardUrl: string, sender: Sender) {
  const texts = new ResponseCache(sender.encoders, null, LIMITS);
  return async (request: IncomingMessage, response: ServerResponse, { key, type, write }: Text) => {
    const base = safeInTexts(baseUrl.of(request));
    const load = async () => ({
      fields: ['Content-Type', type],
      text: write().replaceAll(standardUrl, () => base),
    });
    const text = await texts.get(`${key} ${base}`, negotiateCoding(request, ON_DEMAND), load);
    if (text === 'too large') throw new Problem('malformed-request', 'The host name is too long.');
    const caching = baseUrl.cacheControl('no-cache');
    sender.cached(request, response, ['Cache-Control', caching, 'Vary', 'Accept-Encoding'], text);
  };
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
