import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { staticFiles } from './static-files.ts';

/** The built files of the explorer, and of the page for frames. */
export const EXPLORER_FOLDER = fileURLToPath(new URL('../../docs-site/explorer/dist/', import.meta.url));

/**
 * What the page may do: load its own files, send requests to any deployment that the user names, and show that
 * deployment's photos from any host. The page's meta element says the same, for hosts that send no headers (decision 20).
 */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: http: https:",
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Serves the explorer's files at `/`; they are built and committed. The page for frames is not the explorer's (`embeds.ts`). */
export function explorer(): RequestHandler {
  const files = staticFiles(EXPLORER_FOLDER, { redirect: false }, (response) => {
    response.setHeader('Content-Security-Policy', `${EXPLORER_POLICY}; frame-ancestors 'none'`);
    response.setHeader('Referrer-Policy', 'no-referrer');
  });
  return (request, response, next) =>
    /^\/+embed\./.test(decodeURIComponent(request.path)) ? next() : files(request, response, next);
}
