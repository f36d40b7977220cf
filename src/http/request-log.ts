import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One JSON line for each request: no query, no credentials, the key by its number only. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const about = () => ({ operation: response.locals['operation'], key: response.locals['key'] });
    logRequest(logger, request.method, request.path, response, about, performance.now());
    next();
  };
}

/** Writes the line of a request once its connection is done; `about` is asked then, `begin` is by `performance.now`. */
export function logRequest(
  logger: Logger,
  method: string | undefined,
  path: string,
  response: ServerResponse,
  about: () => { readonly operation: string | undefined; readonly key: number | undefined },
  begin: number,
): void {
  if (!logger.isLevelEnabled('info')) return;
  response.once('close', () => {
    const { operation, key } = about();
    const ms = Math.round((performance.now() - begin) * 10) / 10;
    const aborted = response.writableFinished ? undefined : true;
    logger.info({ method, path, status: response.statusCode, ms, operation, key, aborted }, 'request');
  });
}
