import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { endpointsSentence } from '../../contract/load-document.ts';
import type { Api } from '../api/api.ts';
import { shown } from '../api/router.ts';
import type { SharedResources } from '../api/shared-resources.ts';
import {
  ACCOUNT_PATH,
  type AppOptions,
  type Documentation,
  type PhonePages,
  REPORT_PATH,
  STAFF_PATH,
} from '../app-options.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import { Problem } from '../server/problem.ts';
import { splitTarget } from '../server/request-record.ts';
import { contractDocument } from './contract-documents.ts';
import { documentation } from './documentation.ts';
import { embeds } from './embeds.ts';
import { explorer } from './explorer.ts';
import { escaped } from './html.ts';
import { addHealthChecks, isForBrowser, newPages, noteClient, sendPlainPage } from './page-app.ts';

type Options = AppOptions & PhonePages;

/** Everything that a service has beside its API, with a problem for all other paths. */
export function servicePages(
  options: Options,
  api: Api,
  shared: SharedResources,
  checkDatabase: () => Promise<void>,
): Express {
  const { sender } = shared;
  const app = newPages(options);
  // Other websites must not read it.
  if (options.accountPage !== null) app.use(ACCOUNT_PATH, noteClient(options), options.accountPage);
  if (options.reportPage !== null) app.all(REPORT_PATH, options.reportPage.handler);
  if (options.staffPage !== null) app.all(STAFF_PATH, options.staffPage);
  app.use(crossOrigin);
  app.use('/api', nothingHere(options));
  addHealthChecks(app, options, checkDatabase);
  app.get('/openapi.json', contractDocument('json', options, sender));
  app.get('/openapi.yaml', contractDocument('yaml', options, sender));
  if (options.photoHost === null) app.get('/photos/*path', pictures(options));
  if (options.documentation !== null) addSite(app, options, options.documentation, api, shared);
  return app.use(nothingHere(options));
}

/** The pages for people: the documentation, the explorer, and what other websites may show of the line. */
function addSite(
  app: Express,
  options: Options,
  site: Documentation,
  api: Api,
  shared: SharedResources,
): void {
  app.get(['/docs/explorer/', '/docs/explorer/index.html'], toExplorer);
  const { baseUrl, accountPage, reportPage } = options;
  // Where language models look for it.
  app.get('/llms.txt', (request, _response, next) => {
    request.url = '/docs/llms.txt';
    next();
  });
  app.use('/docs', documentation(site, options, shared));
  app.get('/', (request, response, next) => {
    response.vary('Accept');
    const path = splitTarget(request.originalUrl)[0];
    // Browsers ask for HTML; curl and other programs accept anything and get plain text.
    if (request.accepts(['text/plain', 'html']) !== 'html') {
      response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
      response.type('text/plain').send(welcome(options, request));
      return;
    }
    // Where another application has mounted the service, the page's relative links need the slash.
    if (!path.endsWith('/')) response.redirect(301, `./${path.slice(path.lastIndexOf('/') + 1)}/`);
    else next();
  });
  if (options.accountPage === null) app.use(ACCOUNT_PATH, noAccountPage(options));
  if (options.publicPage) app.use(embeds(api, options, shared));
  const whoReports = reportPage?.needsCode === true ? ('code' as const) : ('open' as const);
  const pages = { hasAccountPage: accountPage !== null, reportPage: reportPage && whoReports };
  app.use(explorer({ ...options, ...pages }, shared));
}

/** In place of the account page: says to browsers that there is none. Programs get the problem of every unknown path. */
function noAccountPage({ contact, baseUrl }: AppOptions): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept');
    if (!isForBrowser(request)) return next();
    const start = `<a href="${escaped(baseUrl.of(request))}/">Back to the start page</a>`;
    sendPlainPage(response, 404, {
      title: 'This service has no account page',
      text: `For an API key, contact ${escaped(contact)}. ${start}`,
    });
  };
}

/** Redirects from where earlier versions had another explorer, among the documentation. */
const toExplorer: RequestHandler = (request, response, next) => {
  if (splitTarget(request.originalUrl)[0].endsWith('/explorer')) next();
  else response.redirect(302, '../../');
};

/** The endpoints help after the most natural mistakes: a misspelled path, one without `/api/v1`, or one of the other form. */
function nothingHere({ document, form }: AppOptions): RequestHandler {
  const endpoints = endpointsSentence(document, form.id);
  return (request) => {
    const path = shown(splitTarget(request.originalUrl)[0]);
    throw new Problem('not-found', `The path ${path} does not exist. ${endpoints}`);
  };
}

/** Generated pictures, so that a service without a photo host shows no broken images. */
function pictures({ drawPicture }: AppOptions): RequestHandler {
  return (request, response) => {
    const path = (request.params['path'] as unknown as string[]).slice();
    const small = path[0] === 'thumbnails';
    const name = (small ? path.slice(1) : path).join('/');
    const size = small ? { width: 320, height: 240 } : { width: 960, height: 720 };
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type('image/svg+xml').send(drawPicture(name, size));
  };
}

function welcome({ document, baseUrl, accountPage }: AppOptions, request: IncomingMessage): string {
  const base = baseUrl.of(request);
  return [
    `${document.info.title} ${document.info.version}`,
    '',
    'Every operation needs the header "Authorization: Token <API_KEY>".',
    '',
    ...Object.keys(document.paths).map((path) => `  GET ${base}${path}`),
    '',
    `The document: ${base}/openapi.yaml or ${base}/openapi.json`,
    ...(accountPage === null ? [] : [`A page to get a key: ${base}${ACCOUNT_PATH}`]),
    `The documentation: ${base}/docs/`,
    `A page that shows the line: ${base}/ in a browser`,
    '',
  ].join('\n');
}
