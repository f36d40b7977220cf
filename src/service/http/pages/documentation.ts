import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { SharedResources } from '../api/shared-resources.ts';
import type { AppOptions, Documentation } from '../app-options.ts';
import { Problem } from '../server/problem.ts';
import { startOf, staticFiles } from '../server/static-files.ts';
import { textsByUrl } from './contract-documents.ts';
import { sendPlainPage } from './page-app.ts';

/**
 * Serves the documentation site, without a key. Browsers revalidate every file, since a rebuilt site has the same
 * addresses. Pages share their origin with the explorer's stored keys, so each has a content security policy. Without a site, a short page says what to do.
 */
export function documentation(
  { folder, isBeingBuilt }: Documentation,
  { form, baseUrl, document }: Pick<AppOptions, 'form' | 'baseUrl' | 'document'>,
  shared: SharedResources,
): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  const files = shared.folder(folder);
  // The base URL that the documents name by default.
  const standardUrl = document.servers[0].url;
  const sendText = textsByUrl(baseUrl, standardUrl, shared.sender);
  router.use((request, response, next) => {
    // Relative, so that it also works behind a proxy that strips a path prefix.
    const [path = ''] = request.originalUrl.split('?');
    if (request.path === '/' && !path.endsWith('/')) response.redirect(301, 'docs/');
    else next();
  });
  // A built site is static and may be published anywhere, so this file of it names no deployment.
  router.get('/assets/deployment.js', (request, response) => {
    const deployment = JSON.stringify({ baseUrl: baseUrl.of(request), form: form.id });
    response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
    response.type('text/javascript').send(`window.deployment = ${deployment};\n`);
  });
  // The reference for programs names this deployment, as the page does by means of its script. The links of `llms.txt` then are absolute.
  router.get(/^\/(openapi\/form-[12]\.(json|md|yaml)|llms\.txt)$/, (request, response, next) => {
    const name = request.path.slice(1);
    const file = files.get(name);
    if (file === null) return next();
    const write = () => {
      const whole = file.body.toString();
      if (name !== LLMS) return whole;
      return whole.replaceAll(RELATIVE_LINK, (link) => `](${standardUrl}/docs/${link.slice(2)}`);
    };
    setHeaders(response, '');
    return sendText(request, response, {
      key: `${name} ${file.etag}`,
      type: TYPES[extname(name)] ?? '',
      write,
    });
  });
  router.use(staticFiles(files, setHeaders, { redirect: true }));
  router.use((request, response, next) => {
    response.vary('Accept');
    // Programs get a problem document.
    const isForPeople = request.accepts(['application/problem+json', 'html']) === 'html';
    if (isBeingBuilt()) {
      const headers = { 'Retry-After': '3' };
      if (!isForPeople && request.path !== '/')
        throw new Problem('unavailable', 'The documentation is being built.', { headers });
      sendPlainPage(response.set(headers), 503, BEING_BUILT);
    } else if (request.path === '/') {
      sendPlainPage(response, 404, NOT_BUILT);
    } else if (isForPeople) {
      notFound(request, response, next);
    } else {
      next();
    }
  });

  function notFound(request: Request, response: Response, next: NextFunction): void {
    const page = files.get('404.html');
    if (page === null) return next();
    setHeaders(response, startOf(page));
    response.setHeader('Cache-Control', 'no-cache');
    // Its links are relative to the root of the site.
    const up = '../'.repeat(request.path.split('/').length - 2);
    const html = page.body.toString().replaceAll(/(\s(?:href|src)=")\.\//g, (_, start) => `${start}./${up}`);
    response.status(404).type('html').send(html);
  }
  return router;
}

const LLMS = 'llms.txt';
const RELATIVE_LINK = /\]\((?![a-z]+:)[^)]*/g;

/** Media types by the ending of a file. */
const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

function setHeaders(response: ServerResponse, page: string): void {
  const policy = response.req.url?.startsWith(SEARCH) ? SEARCH_ONLY : policyOf(page);
  response.setHeader('Content-Security-Policy', `${policy}; ${NOT_IN_FRAMES}`);
  response.setHeader('Referrer-Policy', 'no-referrer');
}

const NOT_IN_FRAMES = "frame-ancestors 'none'";

/** The folder of the search. Its worker, which has a policy of its own, reads the index with WebAssembly. */
const SEARCH = '/pagefind/';
const SEARCH_ONLY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** For files that are no pages, and for sites that were built before pages had a policy. */
const OWN_FILES_ONLY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

const POLICY_ELEMENT = /<meta http-equiv="Content-Security-Policy" content="([^"\r\n]+)">/;

/** The policy that a page contains. Static hosts apply that one; a header also applies to what comes before it in the page. */
function policyOf(page: string): string {
  return POLICY_ELEMENT.exec(page)?.[1] ?? OWN_FILES_ONLY;
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
