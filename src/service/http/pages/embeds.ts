import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type RequestHandler, type Response, Router } from 'express';
import type { Api } from '../api/api.ts';
import type { SharedResources } from '../api/shared-resources.ts';
import type { AppOptions } from '../app-options.ts';
import { etagOf } from '../server/content.ts';
import { problemOf } from '../server/problem.ts';
import { staticFiles } from '../server/static-files.ts';
import { badgeSvg, labelOf } from './badge.ts';
import { clockMark, EXPLORER_FOLDER } from './explorer.ts';
import { escaped } from './html.ts';
import { badgeOf, openingTexts, statusSentences } from './status-words.ts';

/** The policy of the page: it loads its own files, and reads from this service. It is the only page that others may have in a frame. */
export const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

const FILES = ['/embed.css', '/embed.js', '/fallback.js'];
const TITLE = '<title>People in line</title>';
const HEADING = '<h1 class="visually-hidden">People in line</h1>';
const PLAIN = '<!-- The line as the server says it, until the script shows it -->';

/**
 * `/badge.svg`, and `/embed` with its files: the line for other websites and for screens, without a key (record 12). `status` is what
 * visitors get, and rejects as their requests do.
 */
export function embeds(
  api: Pick<Api, 'publicStatus' | 'timetable'>,
  { venueName, time, clock }: Pick<AppOptions, 'venueName' | 'time' | 'clock'>,
  shared: Pick<SharedResources, 'folder'>,
): RequestHandler {
  // Strict, since the links of the page are relative.
  const router = Router({ strict: true, caseSensitive: true });
  const page = named(readFileSync(join(EXPLORER_FOLDER, 'embed.html'), 'utf8'), venueName).replace(
    '<meta charset="utf-8">',
    (charset) => `${charset}${clockMark(clock)}`,
  );
  const openingAt = openingTexts(time);
  const opening = async () => openingAt(await api.timetable(), clock());

  router.get('/badge.svg', async (request, response) => {
    const badge = badgeOf(await api.publicStatus(), await opening(), clock());
    response.setHeader('Cache-Control', 'public, max-age=60');
    send(
      response,
      'image/svg+xml',
      badgeSvg({ ...badge, label: labelOf(request.query['label'], venueName) }),
    );
  });

  router.get('/embed', async (request, response) => {
    const sentences = await Promise.all([api.publicStatus(), opening()]).then(
      (now) => escaped(statusSentences(...now)),
      withoutStatus,
    );
    const { theme } = request.query;
    const attributes = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Security-Policy', EMBED_POLICY);
    response.setHeader('Referrer-Policy', 'no-referrer');
    send(
      response,
      'html',
      page.replace('<html', `<html${attributes}`).replace(PLAIN, () => sentences),
    );
  });
  router.get(FILES, staticFiles(shared.folder(EXPLORER_FOLDER), isolated));
  return router;
}

/** The page with the name of the venue, which its script leaves as it is. */
function named(page: string, venueName: string | null): string {
  if (venueName === null) return page;
  const heading = `<h1 id="venue">${escaped(venueName)}</h1>`;
  return page.replace(HEADING, () => heading).replace(TITLE, () => `<title>${escaped(venueName)}</title>`);
}

/** The page loads during an outage, and its script then waits for the end of it. */
function withoutStatus(error: unknown): string {
  if (problemOf(error).code === 'internal-error') throw error;
  return 'No data right now.';
}

function send(response: Response, type: string, body: string): void {
  isolated(response);
  // Other websites show the line, but can't read it, as with visitors' reads.
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
  response.setHeader('ETag', etagOf(body));
  response.type(type).send(body);
}

/** Websites that isolate themselves load only what allows it. */
function isolated(response: ServerResponse): void {
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}
