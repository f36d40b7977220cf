import { createHash } from 'node:crypto';
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
  if (!isChunks(value)) return { fields: JSON_FIELDS, text: JSON.stringify(value) };
  return { fields: [...CSV_FIELDS, `attachment; filename="${fileName(query)}"`], text: value };
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

function isChunks(value: object): value is AsyncIterable<string> {
  return Symbol.asyncIterator in value;
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
