import { duration } from '../local-time.ts';
import type { ProblemBody } from './responses.ts';

export type FailureKind =
  | 'offline'
  | 'unreachable'
  | 'mixed-content'
  | 'cross-origin'
  | 'no-key'
  | 'unauthorized'
  | 'quota-exceeded'
  | 'busy'
  | 'not-the-api'
  | 'not-found'
  | 'rejected'
  | 'unexpected'
  | 'server';

/** Why a request failed, in words for the user. */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** What to do about it. */
  readonly advice: string;
  /** Seconds that the deployment asks to wait; null if it does not. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, message: string, advice: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.advice = advice;
    this.retryAfter = retryAfter;
  }

  /** Whether only the user can fix it, so that a retry is useless. */
  get needsUser(): boolean {
    return ['no-key', 'unauthorized', 'not-the-api', 'not-found', 'rejected', 'mixed-content'].includes(
      this.kind,
    );
  }

  /** Whether it affects every request to the deployment, not just one. */
  get affectsConnection(): boolean {
    return !['not-found', 'rejected', 'unexpected', 'server', 'busy'].includes(this.kind);
  }
}

/** A request without any response. `reached` is whether the address responds to a request without a key. */
export function networkFailure(
  baseUrl: string,
  about: { readonly online: boolean; readonly secure: boolean; readonly reached: boolean },
): Failure {
  if (!about.online) {
    return new Failure('offline', 'You are offline.', 'The page resumes when the network is back.');
  }
  if (about.secure && isPlainAndRemote(baseUrl)) {
    return new Failure(
      'mixed-content',
      `An https page cannot send requests to ${baseUrl}, which is plain http.`,
      'Use an https address, or open the explorer that the deployment itself serves.',
    );
  }
  if (about.reached) {
    return new Failure(
      'cross-origin',
      `${baseUrl} responds, but does not let this page read the response.`,
      'Its operator must allow cross-origin requests (CORS) with the Authorization header, without redirects.',
    );
  }
  return new Failure(
    'unreachable',
    `No response from ${baseUrl}.`,
    'Check the address, and check that the service is running. The page will retry.',
  );
}

/** A response with an error status; `body` is its problem document, if it has one. */
export function statusFailure(
  status: number,
  baseUrl: string,
  body: ProblemBody | null,
  retryAfter: number | null,
): Failure {
  const detail = typeof body?.detail === 'string' ? body.detail : '';
  switch (status) {
    case 401:
      return new Failure(
        'unauthorized',
        `${baseUrl} does not accept the key.`,
        'Check it, or enter another.',
      );
    case 404:
      return new Failure('not-found', 'This deployment does not have this endpoint.', detail);
    case 429:
      if (!isAboutQuota(body)) {
        return new Failure('busy', 'Too many requests at the moment.', busyAdvice(retryAfter), retryAfter);
      }
      return new Failure(
        'quota-exceeded',
        "The key's daily quota is used up.",
        quotaAdvice(retryAfter),
        retryAfter,
      );
    default:
      if (status >= 500) {
        const advice = `${detail} The page will retry.`.trim();
        return new Failure('server', `The deployment failed (status ${status}).`, advice, retryAfter);
      }
      return new Failure('rejected', `The deployment rejected the request (status ${status}).`, detail);
  }
}

/** A response that no deployment of the API would send. */
export function notTheApi(baseUrl: string): Failure {
  return new Failure(
    'not-the-api',
    `${baseUrl} responds, but is not a Queue Headcount API.`,
    'The base URL is the part before /api/v1.',
  );
}

/** A successful response that does not match the contract. */
export function unexpectedResponse(why: string): Failure {
  return new Failure('unexpected', 'The page cannot show the response of this deployment.', why);
}

/** A failure in words for a visitor of a public page, who knows no address and runs nothing. */
export function forVisitor(failure: Failure): Failure {
  const { kind, retryAfter } = failure;
  const words = VISITOR_WORDS[kind];
  return words === undefined ? failure : new Failure(kind, words.message, words.advice, retryAfter);
}

const NO_LINE = 'The service is not available right now.';
const VISITOR_WORDS: Partial<Record<FailureKind, { readonly message: string; readonly advice: string }>> = {
  unreachable: { message: NO_LINE, advice: 'The page will retry.' },
  server: { message: NO_LINE, advice: 'The page will retry.' },
  'cross-origin': { message: NO_LINE, advice: 'Try again later.' },
  'mixed-content': { message: NO_LINE, advice: 'Try again later.' },
  'not-the-api': { message: NO_LINE, advice: 'Try again later.' },
};

/** Anything thrown, as a failure. What is not a failure yet comes from a response that does not match the contract. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  return unexpectedResponse(error instanceof Error ? error.message : '');
}

/** A response that ended early. */
export function interruptedResponse(baseUrl: string, isOnline: boolean): Failure {
  if (!isOnline) return networkFailure(baseUrl, { online: false, secure: false, reached: false });
  return new Failure('unreachable', `The response of ${baseUrl} was interrupted.`, 'The page will retry.');
}

/** A deployment may have other limits than the quota; their problem has a type of its own. */
function isAboutQuota(body: ProblemBody | null): boolean {
  const type = typeof body?.type === 'string' ? body.type : 'about:blank';
  return type === 'about:blank' || type.endsWith('#quota-exceeded');
}

function busyAdvice(retryAfter: number | null): string {
  const wait = retryAfter === null || retryAfter < 60 ? 'a minute' : duration(retryAfter * 1000);
  return `Try again in ${wait}; the page will retry, too.`;
}

function quotaAdvice(retryAfter: number | null): string {
  if (retryAfter === null) return 'The page waits before it retries.';
  return `It resets in ${duration(Math.max(60, retryAfter) * 1000)}; the page then resumes.`;
}

function isPlainAndRemote(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
