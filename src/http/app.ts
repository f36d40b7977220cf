import type { RequestListener } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { stringify } from 'yaml';
import type { ContractDocument } from '../contract/load-document.ts';
import { Api, type ApiOptions } from './api.ts';
import { type Documentation, documentation } from './documentation.ts';
import { explorer } from './explorer.ts';
import { Problem } from './problem.ts';
import { logRequests } from './request-log.ts';
import { Router } from './router.ts';
import { databaseAway, problemOf, sendProblem } from './send.ts';

export interface AppOptions extends ApiOptions {
  readonly document: ContractDocument;
  /** Whose forwarding headers count: addresses or ranges, as Express takes them for `trust proxy`. */
  readonly trustedProxies: readonly string[];
  /** Draws the picture of a name, where the service is its own photo host. */
  readonly drawPicture: (name: string, size: { width: number; height: number }) => string;
  readonly documentation: Documentation;
}

export interface App {
  readonly listener: RequestListener;
  /** Works out ahead what first answers need; nothing has to wait for it. */
  warmUp(): Promise<void>;
}

/**
 * The whole service, an Express application with the fast lane before it: health checks, the documents, the operations of one form, the explorer,
 * and for everything that fails a problem document.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const router = await Router.load(options.document);
  const app = express();
  const api = new Api(options, router, app);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(logRequests(options.logger));
  app.use((_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // While winding down, clients are told to come back over a new connection, which goes elsewhere.
    if (!options.isServing()) response.setHeader('Connection', 'close');
    next();
  });
  app.use(crossOrigin());
  app.use(compression());
  app.use('/api', api.handle);
  app.get('/livez', (_request, response) => void response.type('text/plain').send('ok\n'));
  app.get('/readyz', readiness(options));
  app.get('/openapi.json', (request, response) => void response.json(servedDocument(options, request)));
  app.get('/openapi.yaml', (request, response) => {
    response.type('application/yaml').send(stringify(servedDocument(options, request)));
  });
  if (options.photoHost === null) app.get('/photos/*path', pictures(options));
  app.use('/docs', documentation(options.documentation));
  app.get('/', (request, response, next) => {
    response.vary('Accept');
    // Browsers name HTML; curl and programs, which take anything, get what they can read.
    if (request.accepts(['text/plain', 'html']) === 'html') next();
    else response.type('text/plain').send(welcome(options));
  });
  app.use(explorer());
  app.use((request) => {
    throw new Problem('not-found', `There is nothing at ${request.path}.`);
  });
  app.use(failure(options.logger));
  return { listener: api.listener, warmUp: () => api.warmUp() };
}

/** The document as this deployment's own: its address as the server, and its operator as the contact. */
function servedDocument({ document, baseUrl, contact }: AppOptions, request: Request): object {
  const servers = [{ url: baseUrl.of(request), description: 'This deployment' }];
  return { ...document, info: { ...document.info, contact: { name: contact } }, servers };
}

/** Lets pages of any origin read answers and the fields that come with them; preflight needs no key. */
function crossOrigin(): RequestHandler {
  return cors({
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['Authorization', 'If-None-Match'],
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'Content-Disposition'],
    maxAge: 86_400,
  });
}

function readiness({ store, isServing }: AppOptions): RequestHandler {
  return async (_request, response) => {
    if (!isServing()) throw new Problem('unavailable', 'The service is shutting down.');
    await store.ping().catch((cause: unknown) => {
      throw databaseAway(cause);
    });
    response.type('text/plain').send('ready\n');
  };
}

/** Generated pictures, so that a service without a photo host of its own shows no broken image. */
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

function welcome({ document, baseUrl }: AppOptions): string {
  const base = baseUrl.fixed;
  return [
    `${document.info.title} ${document.info.version}`,
    '',
    'Every operation needs the header "Authorization: Token <API_KEY>".',
    '',
    ...Object.keys(document.paths).map((path) => `  GET ${base}${path}`),
    '',
    `The document: ${base}/openapi.yaml or ${base}/openapi.json`,
    `The documentation: ${base}/docs/`,
    `A page to look at the line with: ${base}/ in a browser`,
    '',
  ].join('\n');
}

/** How often the log tells that the database is away, in milliseconds: every request says so while it is. */
const AWAY_LOGGED_EVERY = 10_000;

function failure(logger: Logger): ErrorRequestHandler {
  let awayLogged = Number.NEGATIVE_INFINITY;
  return (error: unknown, request, response, _next) => {
    const problem = problemOf(error);
    if (problem.status === 500 && !response.destroyed)
      logger.error({ err: problem.cause, path: request.path }, 'failed');
    if (problem.code === 'unavailable' && problem.cause instanceof Error) {
      const now = performance.now();
      if (now - awayLogged > AWAY_LOGGED_EVERY) {
        awayLogged = now;
        logger.error({ reason: problem.cause.message }, 'the database does not answer');
      }
    }
    sendProblem(request, response, problem);
  };
}
