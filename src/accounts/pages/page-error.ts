import { STATUS_CODES } from 'node:http';
import type { RequestHandler } from 'express';
import type { Problem } from '../../service/http/server/problem.ts';
import { type Refusal, refusalFields } from '../../service/http/server/rate-limit.ts';

/** An error with its own page. */
export class PageError extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    title: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'PageError';
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

export function notFound(): PageError {
  return new PageError(404, 'There is no such page', 'The page doesn’t exist, or it isn’t yours.');
}

/** Responds to other methods than the given ones. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', methods.join(', '));
    throw new PageError(
      405,
      'The method is not allowed',
      'Open this page with a link or a form of the account page.',
    );
  };
}

/** An error of somebody who has to wait. */
export function tooMany(title: string, message: string, refusal: Refusal): PageError {
  return new PageError(429, title, message, refusalFields(refusal));
}

/** Errors of bodies, by the status of the parser's error. */
const BODY_ERRORS: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['The form cannot be read', 'The form did not arrive completely. Nothing was changed.'],
  413: ['The form is too large', 'A form can be 10 kilobytes at most. Nothing was changed.'],
  415: [
    'The form cannot be read',
    'Only uncompressed forms from browsers are accepted. Nothing was changed.',
  ],
};

/** The error page of the parser's error; null for any other. */
export function bodyError(error: unknown): PageError | null {
  const { status = 0, type } = error as { readonly status?: number; readonly type?: string };
  const [title, text] = BODY_ERRORS[status] ?? [];
  return type === undefined || title === undefined ? null : new PageError(status, title, text as string);
}

/** The error page of a problem that any part of the service can have. */
export function pageErrorOf({ status, message }: Pick<Problem, 'status' | 'message'>): PageError {
  if (status !== 503) return new PageError(status, STATUS_CODES[status] ?? 'Error', message);
  const safe = `${message} Your keys and your account are safe. Try again in a minute.`;
  return new PageError(status, 'Not available at the moment', safe);
}
