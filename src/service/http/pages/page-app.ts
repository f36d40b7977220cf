import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { AppOptions } from '../app-options.ts';
import { admitting } from '../server/admission.ts';
import { ClientNetworks } from '../server/client-network.ts';
import { type Fail, failureHandler } from '../server/failure.ts';
import type { RequestRecord } from '../server/observer.ts';
import { databaseUnavailable, Problem } from '../server/problem.ts';
import { recordRequest, traced, type Watchers } from '../server/request-record.ts';
import { closeAfterwards } from '../server/send.ts';

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

/** Serves pages outside of an API. */
export function pagesListener(pages: Express, watchers: Watchers): RequestListener {
  const fail = failureHandler(watchers);
  return admitting(pages.use(pageErrors(fail)), watchers, fail);
}

/** Sends the problems of pages. */
export function pageErrors(fail: Fail): ErrorRequestHandler {
  return (error, request, response, _next) =>
    fail(error, request, response, response.locals['record'] as RequestRecord);
}

/** Notes the client's address for the log (record 10). */
export function noteClient({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>): RequestHandler {
  const networks = new ClientNetworks(trustedProxies);
  return (request, response, next) => {
    (response.locals['record'] as RequestRecord).client = networks.addressOf(request);
    next();
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
