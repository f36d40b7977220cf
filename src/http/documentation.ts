import { closeSync, openSync, readSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { BaseUrl } from './base-url.ts';
import { negotiateCoding } from './content-coding.ts';
import { safeInTexts } from './contract-documents.ts';
import { sendPlainPage } from './plain-page.ts';
import { sendJson } from './send.ts';
import { staticFiles } from './static-files.ts';
import { TextCache } from './text-cache.ts';

/** Where the documentation site is. */
export interface Documentation {
  /** The folder of the built site, which need not exist yet. */
  readonly folder: string;
  /** Whether the site is being built right now. */
  readonly isBeingBuilt: () => boolean;
}

/** What the site says about the deployment that serves it. */
interface Deployment {
  readonly form: 1 | 2;
  readonly baseUrl: BaseUrl;
  /** The base URL that the documents name by default. */
  readonly standardUrl: string;
}

/**
 * Serves the documentation site, without a key. Browsers revalidate every file, since a rebuilt site has the same
 * addresses. Pages share their origin with the explorer's stored keys, so each has a content security policy. Without a site, a short page says what to do.
 */
export function documentation(
  { folder, isBeingBuilt }: Documentation,
  { form, baseUrl, standardUrl }: Deployment,
): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  router.use((request, response, next) => {
    // Relative, so that it also works behind a proxy that strips a path prefix.
    const [path = ''] = request.originalUrl.split('?');
    if (request.path === '/' && !path.endsWith('/')) response.redirect(301, 'docs/');
    else next();
  });
  // A built site is static and may be published anywhere, so this file of it names no deployment.
  router.get('/assets/deployment.js', (request, response) => {
    const deployment = JSON.stringify({ baseUrl: baseUrl.of(request), form });
    response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
    response.type('text/javascript').send(`window.deployment = ${deployment};\n`);
  });
  router.get('/openapi/:file', referenceForPrograms(folder, { baseUrl, standardUrl }));
  router.use(
    staticFiles(folder, { redirect: true }, (response, file) =>
      setHeaders(response, file.endsWith('.html') ? startOf(file) : ''),
    ),
  );
  router.get('/', (_request, response) => {
    if (!isBeingBuilt()) return sendPlainPage(response, 404, NOT_BUILT);
    response.setHeader('Retry-After', '3');
    sendPlainPage(response, 503, BEING_BUILT);
  });
  router.use(async (request, response, next) => {
    response.vary('Accept');
    // Programs get a problem document.
    if (request.accepts(['application/problem+json', 'html']) !== 'html') return next();
    const page = await readFile(join(folder, '404.html'), 'utf8').catch(nullIfMissing);
    if (page === null) return next();
    setHeaders(response, page);
    response.status(404).type('html').send(page);
  });
  return router;
}

/** How many texts of the reference are kept. A deployment has six per base URL and coding, and a proxy may pass on any host. */
const MAX_TEXTS = 24;

/**
 * Serves the reference for programs, which names this deployment as the page does by means of its script. A text is made once per
 * base URL and coding, and again when the site has been rebuilt.
 */
function referenceForPrograms(
  folder: string,
  { baseUrl, standardUrl }: Pick<Deployment, 'baseUrl' | 'standardUrl'>,
): RequestHandler<{ file: string }> {
  const texts = new TextCache(MAX_TEXTS);
  return async (request, response, next) => {
    const [file, ending = ''] = /^form-[12]\.(json|md|yaml)$/.exec(request.params.file) ?? [];
    if (file === undefined) return next();
    const path = join(folder, 'openapi', file);
    const found = await stat(path).catch(nullIfMissing);
    if (found === null) return next();
    const base = baseUrl.of(request);
    const write = async () => (await readFile(path, 'utf8')).replaceAll(standardUrl, () => safeInTexts(base));
    const key = `${file} ${found.mtimeMs} ${found.size} ${base}`;
    const type = TYPES[ending] ?? ending;
    const text = await texts.get({ key, type, write }, negotiateCoding(request));
    setHeaders(response, '');
    response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
    sendJson(request, response, ['Vary', 'Accept-Encoding'], text);
  };
}

/** Media types by the ending of a file. */
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
};

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function setHeaders(response: ServerResponse, page: string): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Security-Policy', `${policyOf(page)}; ${NOT_IN_FRAMES}`);
  response.setHeader('Referrer-Policy', 'no-referrer');
}

const NOT_IN_FRAMES = "frame-ancestors 'none'";

/** For files that are no pages, and for sites that were built before pages had a policy. */
const OWN_FILES_ONLY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

const POLICY_ELEMENT = /<meta http-equiv="Content-Security-Policy" content="([^"\r\n]+)">/;

/** How far into a page its policy can be, in bytes. */
const POLICY_END = 2048;

/** The policy that a page contains. Static hosts apply that one; a header also applies to what comes before it in the page. */
function policyOf(page: string): string {
  return POLICY_ELEMENT.exec(page)?.[1] ?? OWN_FILES_ONLY;
}

function startOf(file: string): string {
  const start = Buffer.alloc(POLICY_END);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1');
}

const BEING_BUILT = {
  title: 'The documentation is being built',
  text: 'This takes a few seconds. The page reloads automatically.',
  head: '<meta http-equiv="refresh" content="2">',
};
const NOT_BUILT = {
  title: 'The documentation has not been built',
  text: 'Run <code>npm run docs</code> in the project folder; the service needs no restart. <a href="../openapi.yaml">The contract</a> is always available.',
};
