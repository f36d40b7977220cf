import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import Negotiator from 'negotiator';

const ENCODERS = {
  // The standard quality, 11, is too slow for responses made on demand.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
} as const satisfies Record<string, () => Transform>;

/** The content codings that the service sends. */
export type ContentCoding = keyof typeof ENCODERS;

const AVAILABLE = [...Object.keys(ENCODERS), 'identity'];

/** Among codings that the client accepts equally, the service prefers these, in this order. */
const PREFERENCE = { preferred: ['br', 'gzip'] };

// The package's types don't know its second parameter.
type Negotiation = { encoding(available: readonly string[], options: typeof PREFERENCE): string | undefined };

/** The content coding to send, by `Accept-Encoding`; null for the plain body. */
export function negotiateCoding(request: IncomingMessage): ContentCoding | null {
  if (request.headers['accept-encoding'] === undefined || request.method === 'HEAD') return null;
  const coding = (new Negotiator(request) as unknown as Negotiation).encoding(AVAILABLE, PREFERENCE);
  return coding === undefined || coding === 'identity' ? null : (coding as ContentCoding);
}

/** A stream that encodes what is written to it. */
export function encoder(coding: ContentCoding): Transform {
  return ENCODERS[coding]();
}

export function encode(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  return buffer(encoder(coding).end(body));
}
