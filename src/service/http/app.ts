import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type ContractDocument, endpointsSentence } from '../contract/load-document.ts';
import { admissionProblem } from './admission.ts';
import { Api, type ApiOptions } from './api.ts';
import { ClientNetworks } from './client-network.ts';
import { contractDocument } from './contract-documents.ts';
import { CROSS_ORIGIN_FIELDS, crossOrigin } from './cross-origin.ts';
import { type Documentation, documentation } from './documentation.ts';
import { embeds } from './embeds.ts';
import { explorer } from './explorer.ts';
import { type Fail, failureHandler } from './failure.ts';
import type { RequestRecord } from './observer.ts';
import { ACCOUNT_PATH, REPORT_PATH, STAFF_PATH } from './page-paths.ts';
import { noAccountPage } from './plain-page.ts';
import { databaseUnavailable, Problem } from './problem.ts';
import { shown } from './query.ts';
import { splitTarget } from './request-log.ts';
import { recordRequest, traced, type Watchers } from './request-record.ts';
import { closeAfterwards } from './send.ts';
import { databaseCheck, Shared } from './shared.ts';

export interface AppOptions extends ApiOptions {
  readonly document: ContractDocument;
  /** Shown by the explorer, the badge and the page for frames; null for none. */
  readonly venueName: string | null;
  /** Draws the picture of a name, where the service is its own photo host. */
  readonly drawPicture: (name: string, size: { width: number; height: number }) => string;
  /** Null: no explorer, no documentation, and no text at `/`. */
  readonly documentation: Documentation | null;
  /** Everything under `ACCOUNT_PATH`; null: keys come from the operator only. */
  readonly accountPage: RequestHandler | null;
  /** Handles `REPORT_PATH` and passes on the rest; null: reports come from files only. */
  readonly reportPage: ReportPage | null;
  /** Handles `STAFF_PATH` and passes on the rest; null: there is no page for the staff. */
  readonly staffPage: RequestHandler | null;
}

/** A page on which people report. */
export interface ReportPage {
  readonly handler: RequestHandler;
  /** Whether people need the code on the sign. */
  readonly needsCode: boolean;
}

export interface App {
  /** The whole service: the API and the pages. */
  readonly listener: RequestListener;
  readonly api: Api;
  /** Rejects if the database cannot be used, as `/readyz` says it. */
  checkDatabase(): Promise<void>;
}

/** Puts the API in front of an Express application with everything else: health checks, documents, photos and pages. */
export async function createApp(options: AppOptions, shared = new Shared(options)): Promise<App> {
  const fail = failureHandler(options);
  const { document, publicPage } = options;
  const router = await shared.router(document);
  const publicRouter = publicPage ? await shared.publicRouter(document) : null;
  const api = new Api(options, { router, publicRouter }, shared, fail);
  const checkReports =
    options.store === options.accounts ? shared.checkAccounts : databaseCheck(options.store);
  const checkDatabase = async () => {
    await Promise.all([shared.checkAccounts(), checkReports()]);
  };
  const pages = createPages(options, api, shared, checkDatabase).use(pageErrors(fail));
  const refuse = refusal(options, fail);
  const { accountPage, reportPage, staffPage } = options;
  const phonePaths = [reportPage && REPORT_PATH, staffPage && STAFF_PATH];
  const isOfPhonePage = ({ url = '' }: IncomingMessage) => phonePaths.includes(splitTarget(url)[0]);
  const isBodyRead = (request: IncomingMessage) =>
    (accountPage !== null && isForAccounts(request)) || (request.method === 'POST' && isOfPhonePage(request));
  return {
    listener(request, response) {
      const problem = admissionProblem(request, response, isBodyRead);
      if (problem !== null) refuse(problem, request, response);
      // The router of the API takes longer to see that a POST is not for it than a report takes.
      else if (isOfPhonePage(request)) pages(request, response);
      else api.handle(request, response, () => pages(request, response));
    },
    api,
    checkDatabase,
  };
}

/** Whether a request is for the account page, which reads bodies. */
export function isForAccounts({ url = '' }: IncomingMessage): boolean {
  return `${splitTarget(url)[0]}/`.startsWith(`${ACCOUNT_PATH}/`);
}

/** Refuses a request before anything else of it is read. */
function refusal(watchers: Watchers, fail: Fail) {
  return (problem: Problem, request: IncomingMessage, response: ServerResponse): void => {
    const record = recordRequest(watchers, request, response, 'none');
    const head = ['X-Request-Id', record.id, 'X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];
    fail(problem, request, response, record, head);
  };
}

/** Serves pages outside of an API. By default, they read no bodies. */
export function pagesListener(
  pages: Express,
  watchers: Watchers,
  isBodyRead: (request: IncomingMessage) => boolean = () => false,
): RequestListener {
  const fail = failureHandler(watchers);
  const refuse = refusal(watchers, fail);
  pages.use(pageErrors(fail));
  return (request, response) => {
    const problem = admissionProblem(request, response, isBodyRead);
    if (problem === null) pages(request, response);
    else refuse(problem, request, response);
  };
}

function pageErrors(fail: Fail): ErrorRequestHandler {
  return (error, request, response, _next) =>
    fail(error, request, response, response.locals['record'] as RequestRecord);
}

/** An application without pages, which records its requests. */
export function newPages(options: Watchers & Pick<AppOptions, 'isServing'>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Every page has one spelling, so that rules of proxies can't be passed by another one.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((request, response, next) => {
    const record = recordRequest(options, request, response, 'page');
    response.locals['record'] = record;
    response.setHeader('X-Request-Id', record.id);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Pages that load something have their own policy.
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (!options.isServing()) closeAfterwards(response);
    traced(record, next);
  });
  return app;
}

function createPages(
  options: AppOptions,
  api: Api,
  shared: Shared,
  checkDatabase: () => Promise<void>,
): Express {
  const { sender } = shared;
  const app = newPages(options);
  // Other websites must not read it.
  if (options.accountPage !== null) app.use(ACCOUNT_PATH, noteClient(options), options.accountPage);
  if (options.reportPage !== null) app.use(options.reportPage.handler);
  if (options.staffPage !== null) app.use(options.staffPage);
  app.use(crossOrigin);
  app.use('/api', nothingHere(options));
  addHealthChecks(app, options, checkDatabase);
  app.get('/openapi.json', contractDocument('json', options, sender));
  app.get('/openapi.yaml', contractDocument('yaml', options, sender));
  if (options.photoHost === null) app.get('/photos/*path', pictures(options));
  if (options.documentation !== null) addSite(app, options, api, shared, options.documentation);
  app.use(nothingHere(options));
  return app;
}

/** Notes the client's address for the log (record 10). */
export function noteClient({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>): RequestHandler {
  const networks = new ClientNetworks(trustedProxies);
  return (request, response, next) => {
    (response.locals['record'] as RequestRecord).client = networks.addressOf(request);
    next();
  };
}

/** The pages for people: the documentation, the explorer, and what other websites may show of the line. */
function addSite(app: Express, options: AppOptions, api: Api, shared: Shared, site: Documentation): void {
  app.get(['/docs/explorer/', '/docs/explorer/index.html'], toExplorer);
  const { baseUrl, document, form } = options;
  const standardUrl = document.servers[0].url;
  // Where language models look for it.
  app.get('/llms.txt', (request, _response, next) => {
    request.url = '/docs/llms.txt';
    next();
  });
  app.use('/docs', documentation(site, { form: form.id, baseUrl, standardUrl }, shared));
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
  const { accountPage, reportPage } = options;
  const whoReports = reportPage?.needsCode === true ? ('code' as const) : ('open' as const);
  const pages = { hasAccountPage: accountPage !== null, reportPage: reportPage && whoReports };
  app.use(explorer({ ...options, ...pages }, shared));
}

/** Where earlier versions had another explorer, among the documentation. */
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

export function addHealthChecks(
  app: Express,
  { isServing }: Pick<AppOptions, 'isServing'>,
  checkDatabase: () => Promise<void>,
): void {
  app.get('/livez', (_request, response) => void response.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_request, response) => {
    if (!isServing()) throw new Problem('unavailable', 'The service is shutting down.');
    await checkDatabase().catch((cause: unknown) => {
      throw cause instanceof Problem ? cause : databaseUnavailable(cause);
    });
    response.type('text/plain').send('ready\n');
  });
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
