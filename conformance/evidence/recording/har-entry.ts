import { arrayIn, isObject, type JsonObject } from '../../contract/json.ts';

/** An entry of an HTTP archive, as far as the gate reads it. Names of headers are in lower case. */
export interface HarEntry {
  readonly method: string;
  readonly url: URL;
  readonly requestHeaders: ReadonlyMap<string, string>;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The decoded body; undefined if the archive has none, or only its beginning. */
  readonly body: string | undefined;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly isFromCache: boolean;
  /** Whether a browser's developer tools recorded it, which show invented headers for requests that were never sent. */
  readonly isOfBrowser: boolean;
}

/** Reads an entry; undefined if it has no valid HTTP request, response and time. */
export function readEntry(entry: unknown): HarEntry | undefined {
  const { request, response } = isObject(entry) ? entry : {};
  if (!isObject(entry) || !isObject(request) || !isObject(response)) return undefined;
  const url = URL.parse(String(request['url']));
  const startedAt = Date.parse(String(entry['startedDateTime']));
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (Number.isNaN(startedAt) || typeof request['method'] !== 'string') return undefined;
  const time = Number(entry['time']);
  const responseHeaders = Object.fromEntries(headersIn(response));
  const body = bodyOf(response, responseHeaders);
  return {
    method: request['method'].toUpperCase(),
    url,
    requestHeaders: headersIn(request),
    status: Number(response['status']),
    responseHeaders,
    body,
    bytes: new TextEncoder().encode(body ?? '').length,
    startedAt,
    durationMs: time > 0 ? time : 0,
    isFromCache: isFromCache(entry, response),
    isOfBrowser: '_resourceType' in entry || '_initiator' in entry || '_priority' in entry,
  };
}

/** The headers of a request or response, without HTTP/2 pseudo-headers. Headers with the same name are joined. */
function headersIn(message: JsonObject): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const header of arrayIn(message, 'headers')) {
    if (!isObject(header) || typeof header['name'] !== 'string') continue;
    const name = header['name'].toLowerCase();
    const value = String(header['value'] ?? '');
    if (name === ':authority') headers.set('host', value);
    if (name.startsWith(':')) continue;
    const known = headers.get(name);
    headers.set(name, known === undefined || known === value ? value : `${known}, ${value}`);
  }
  return headers;
}

/** The body as text; undefined if it was not recorded, or only its beginning. */
function bodyOf(response: JsonObject, headers: Readonly<Record<string, string>>): string | undefined {
  const { text, encoding, size } = isObject(response['content']) ? response['content'] : {};
  if (typeof text !== 'string') return undefined;
  const decoded = encoding === 'base64' ? fromBase64(text) : recoded(text);
  if (decoded === undefined) return undefined;
  // Some tools give the size of the coded body, which can be a little larger than a short text
  const margin = headers['content-encoding'] === undefined ? 0 : 128;
  const isCut = typeof size === 'number' && size > new TextEncoder().encode(decoded).length + margin;
  return isCut && !decoded.includes('\ufffd') ? undefined : decoded;
}

function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A text in UTF-8 that a tool read as Latin-1, which a byte order mark shows. */
function recoded(text: string): string {
  if (!text.startsWith('ï»¿') || /[^\0-\xff]/.test(text)) return text;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(text, (character) => character.charCodeAt(0)),
  );
}

/** Chromium marks the response, Firefox the entry, other tools the timings of what the cache held before the request. */
function isFromCache(entry: JsonObject, response: JsonObject): boolean {
  return (
    entry['_fromCache'] !== undefined ||
    response['_fetchedViaServiceWorker'] === true ||
    entry['_fetchedViaServiceWorker'] === true ||
    entry['_fromDiskCache'] === true ||
    entry['fromCache'] === true
  );
}
