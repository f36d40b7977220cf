import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { JsonText } from '../../form/report-texts.ts';

/** Header fields as one flat list of names and values, which is what Node.js writes fastest. */
export type Fields = readonly string[];

/** A response before it is sent: the fields that describe it, and its text, whole or in chunks. */
export interface Content {
  readonly fields: Fields;
  readonly text: string | AsyncIterable<string>;
}

/**
 * The bytes of a body. Short ones are a string with one character per byte (`latin1`), which Node.js writes together with the
 * header; it would copy a long one with each response.
 */
export type Body = string | Buffer;

/** A response with status 200, ready to be sent. */
export interface CachedResponse {
  readonly etag: string;
  /** Names and values of the fields that describe the body; the length is the last one. */
  readonly fields: Fields;
  readonly body: Body;
}

const JSON_FIELDS: Fields = ['Content-Type', 'application/json; charset=utf-8'];
const CSV_FIELDS: Fields = ['Content-Type', 'text/csv; charset=utf-8; header=present', 'Content-Disposition'];

/** The longest body that is a string, in bytes: Node.js writes up to this without a buffer of its own. */
const MAX_STRING_BYTES = 16_384;

/** Turns the result of an operation into a response: a JSON value, a `JsonText`, or the chunks of a CSV, which is saved under its range. */
export function contentOf(value: object, query: Readonly<Record<string, unknown>>): Content {
  if (value instanceof JsonText) return { fields: JSON_FIELDS, text: value.chunks };
  if (!(Symbol.asyncIterator in value)) return { fields: JSON_FIELDS, text: JSON.stringify(value) };
  const text = value as AsyncIterable<string>;
  return { fields: [...CSV_FIELDS, `attachment; filename="${fileName(query)}"`], text };
}

/** A response whose text is complete. Null, and the rest of the text is not computed, if it has more than `maxBytes`. */
export async function cachedResponse(
  { fields, text }: Content,
  maxBytes: number,
): Promise<CachedResponse | null> {
  const whole = typeof text === 'string' ? text : await collect(text, maxBytes);
  if (whole === null) return null;
  const bytes = Buffer.from(whole);
  if (bytes.length > maxBytes) return null;
  return {
    etag: etagOf(bytes),
    fields: [...fields, 'Content-Length', String(bytes.length)],
    body: bodyOf(bytes),
  };
}

/** Weak, since all content codings of a body share it. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** The same response in a content coding. */
export function encodedResponse(plain: CachedResponse, coding: string, bytes: Buffer): CachedResponse {
  const fields = ['Content-Encoding', coding, ...plain.fields.with(-1, String(bytes.length))];
  return { etag: plain.etag, fields, body: bodyOf(bytes) };
}

export function bytesOf(body: Body): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

/** A text in one piece, for `Content` in chunks. */
export async function* chunksOf({ text }: Content): AsyncGenerator<string> {
  if (typeof text === 'string') yield text;
  else yield* text;
}

/** The whole of an ASCII text, which has a byte for each character; null if it has more than `maxBytes`. */
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

/** The file name that an export is saved under: its range, if it has one (gap `csv-headers`). */
function fileName({ since, until }: Readonly<Record<string, unknown>>): string {
  return `headcount-reports${since === undefined ? '' : `-${since}`}${until === undefined ? '' : `-to-${until}`}.csv`;
}

/**
 * How many encoders exist at once, each of about half a megabyte: for bodies, which take milliseconds, and for streams, which take
 * as long as their clients. What comes beyond is sent plain.
 */
const MAX_ENCODERS = { bodies: 8, streams: 16 };

/** The content coding of what is made on demand. Brotli takes four times as long and ten times the memory, for a few percent. */
export type ContentCoding = 'gzip';

// The package's types don't know its second parameter.
type Negotiation = {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
};

/** The content codings of what is made on demand. */
export const ON_DEMAND: readonly ContentCoding[] = ['gzip'];

/** The content coding to send, by `Accept-Encoding`; null for the plain body. `available`: those that there are, best first. */
export function negotiateCoding<Coding extends string>(
  request: IncomingMessage,
  available: readonly Coding[],
): Coding | null {
  if (request.headers['accept-encoding'] === undefined || request.method === 'HEAD') return null;
  const negotiator = new Negotiator(request) as unknown as Negotiation;
  const coding = negotiator.encoding([...available, 'identity'], { preferred: available });
  return available.find((one) => one === coding) ?? null;
}

/** The one admission to all encoding on demand. */
export class Encoders {
  readonly #limits: typeof MAX_ENCODERS;
  #bodies = 0;
  #streams = 0;

  constructor(limits = MAX_ENCODERS) {
    this.#limits = limits;
  }

  /** The encoded body; null, and nothing is done, while too many others are being encoded. */
  encode(body: Buffer): Promise<Buffer> | null {
    if (this.#bodies >= this.#limits.bodies) return null;
    this.#bodies += 1;
    return buffer(createGzip().end(body)).finally(() => {
      this.#bodies -= 1;
    });
  }

  /** A stream that encodes what is written to it; null while there are too many. It counts until it is closed. */
  stream(): Transform | null {
    if (this.#streams >= this.#limits.streams) return null;
    this.#streams += 1;
    return createGzip().once('close', () => {
      this.#streams -= 1;
    });
  }
}
