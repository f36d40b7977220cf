import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import Negotiator from 'negotiator';

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
