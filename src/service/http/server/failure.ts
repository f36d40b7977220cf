import type { IncomingMessage, ServerResponse } from 'node:http';
import { StoreError } from '../../store/errors.ts';
import type { Fields } from './content.ts';
import type { RequestRecord } from './observer.ts';
import { type Problem, problemOf } from './problem.ts';
import { loggedPath, type Watchers } from './request-record.ts';

/** Turns anything thrown into a problem response that starts with the fields of `head`, and logs what an operator must know. */
export type Fail = (
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
  head?: Fields,
) => void;

/** The shortest time between two log lines about an outage, in milliseconds: every request fails during one. */
const OUTAGE_LOG_INTERVAL = 10_000;

/** The one place where errors become responses. */
export function failureHandler(
  { logger, observer }: Watchers,
  /** Pages for people send their errors as pages. */
  send: typeof sendProblem = sendProblem,
): Fail {
  let outageLogged = Number.NEGATIVE_INFINITY;
  return (error, request, response, { id }, head = []) => {
    const problem = problemOf(error);
    if (problem.cause instanceof StoreError) observer?.databaseFailed(problem.cause.code);
    if (problem.code === 'internal-error' && !response.destroyed) {
      logger.error({ id, err: problem.cause, path: loggedPath(request) }, 'failed');
    }
    if (problem.code === 'unavailable' && problem.cause instanceof Error) {
      const now = performance.now();
      if (now - outageLogged > OUTAGE_LOG_INTERVAL) {
        outageLogged = now;
        logger.error({ id, reason: problem.cause.message }, 'the database cannot be used');
      }
    }
    send(request, response, head, problem, id);
  };
}

/** Sends an error as its problem document; `id` is the request's. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  head: Fields,
  problem: Problem,
  id: string,
): void {
  if (response.headersSent) {
    // Too late for a status: a cut connection tells the client that the response is incomplete.
    response.destroy();
    return;
  }
  const body = Buffer.from(problem.body(id));
  const fields = ['Content-Type', 'application/problem+json', 'Content-Length', String(body.length)];
  response.writeHead(problem.status, [...head, ...Object.entries(problem.headers).flat(), ...fields]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
