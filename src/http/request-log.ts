import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One JSON line for each request: no query, no credentials, the key by its number only. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    if (!logger.isLevelEnabled('info')) {
      next();
      return;
    }
    const begin = performance.now();
    const { path } = request;
    response.once('close', () => {
      logger.info(
        {
          method: request.method,
          path,
          status: response.statusCode,
          ms: Math.round((performance.now() - begin) * 10) / 10,
          operation: response.locals['operation'],
          key: response.locals['key'],
          aborted: response.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    next();
  };
}
