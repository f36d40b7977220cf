import type { IncomingMessage } from 'node:http';

/**
 * Whether a POST comes from a page of this service: by Fetch Metadata, which every browser of today sends to a trustworthy address, and
 * which no page can forge; else by `Origin` (record 30). `none` is the person at the browser. `origin` is the service's own.
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === origin;
}
