import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

const FOLDER = fileURLToPath(new URL('../../docs-site/explorer/dist/', import.meta.url));

/**
 * What the page may do: run and load its own files, ask any deployment that its reader names, and show that deployment's
 * photos, wherever they lie. The page says the same of itself, for hosts that send no headers (decision 20).
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

/** Serves the explorer's files, which are built and committed, at `/`. */
export function explorer(): RequestHandler {
  return express.static(FOLDER, {
    cacheControl: false,
    redirect: false,
    setHeaders(response) {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Content-Security-Policy', `${EXPLORER_POLICY}; frame-ancestors 'none'`);
      response.setHeader('Referrer-Policy', 'no-referrer');
    },
  });
}
