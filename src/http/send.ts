import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { ParameterError } from '../operations/parameter-error.ts';
import { StoreError } from '../store/errors.ts';
import { Problem } from './problem.ts';
import type { ReadyAnswer } from './ready-answers.ts';

/** Sends a JSON answer, or 304 when the client holds it already. */
export function sendAnswer(request: Request, response: Response, { body, etag }: ReadyAnswer): void {
  response.setHeader('ETag', etag);
  if (holds(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Whether `If-None-Match` names the answer, compared weakly. Express' own `fresh` would send it again to clients that add
 * `Cache-Control: no-cache`, as `fetch` does, although that asks caches on the way to look again and nothing else.
 */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((held) => held.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** How long a client may take nothing of an export before it is given up, in milliseconds: its snapshot must not be held for ever. */
const EXPORT_PATIENCE = 120_000;

/**
 * Sends the pieces of a CSV text as they come, no faster than the client takes them. The answer begins with the first: what
 * fails before it still gets a status of its own.
 */
export async function sendCsv(
  request: Request,
  response: Response,
  pieces: AsyncIterable<string>,
  fileName: string,
): Promise<void> {
  const head = {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, head).end();
    return;
  }
  const rest = pieces[Symbol.asyncIterator]();
  try {
    const first = await rest.next();
    response.writeHead(200, head);
    response.setTimeout(EXPORT_PATIENCE, () => response.destroy());
    await pipeline(Readable.from(inTurns(first, rest)), response);
  } finally {
    // A client that was gone before the first piece leaves the walk to nobody else.
    await rest.return?.();
  }
}

/** Lets other requests be answered between two pieces: a client that reads fast would else keep the service to itself. */
async function* inTurns(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let piece = first; piece.done !== true; piece = await rest.next()) {
    yield piece.value;
    await nextTurn();
  }
}

/** Sends an error as its problem document. */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  if (response.headersSent) {
    // Too late for a status: a cut connection tells the client that the answer is not whole.
    response.destroy();
    return;
  }
  const body = Buffer.from(problem.body());
  response.writeHead(problem.status, {
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Store errors that pass by themselves: the database is away, or others keep it busy. */
const AWAY: ReadonlySet<string> = new Set(['unavailable', 'busy']);

/** After how many seconds it is worth asking again: a database that is back is found within one. */
const RETRY_AFTER = '5';

/** The answer while the database cannot be asked. */
export function databaseAway(cause: unknown): Problem {
  const headers = { 'Retry-After': RETRY_AFTER };
  return new Problem('unavailable', 'The database does not answer.', { cause, headers });
}

/** The problem behind anything that was thrown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ParameterError) {
    return new Problem('invalid-parameter', error.message, { errors: error.errors, cause: error });
  }
  if (error instanceof StoreError && AWAY.has(error.code)) return databaseAway(error);
  if (error instanceof URIError) return new Problem('malformed-request', 'The address is not well encoded.');
  return new Problem('internal-error', 'The service could not answer; it has noted why.', { cause: error });
}
