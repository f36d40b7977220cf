import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { Fields } from './content.ts';

/** The headers that pages of any origin may read (gap `response-headers`). */
const EXPOSED = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'X-Request-Id',
];

/**
 * Lets pages of any origin read responses; a preflight ends here, without a key, and allows every header it asks for (record 6).
 * The mock and the stubs have the same rule.
 */
export const crossOrigin = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: EXPOSED,
  maxAge: 86_400,
});

/** The fields that `crossOrigin` sets on everything but preflights. */
export const CROSS_ORIGIN_FIELDS: Fields = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED.join(),
];

/**
 * Returns whether a POST comes from a page of this service: by Fetch Metadata, which every browser of today sends to a trustworthy address, and
 * which no page can forge; else by `Origin` (record 30). `none` is the person at the browser. `origin` is the service's own.
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === origin;
}
