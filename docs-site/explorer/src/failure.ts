import { duration } from './local-time.ts';
import type { ProblemBody } from './responses.ts';

export type FailureKind =
  | 'offline'
  | 'unreachable'
  | 'mixed-content'
  | 'cross-origin'
  | 'no-key'
  | 'unauthorized'
  | 'quota-exceeded'
  | 'not-the-api'
  | 'not-found'
  | 'refused'
  | 'unexpected'
  | 'server';

/** Why an answer could not be had, in words for the person at the page. */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** What to do about it. */
  readonly advice: string;
  /** Seconds that the deployment asks to wait; null when it does not. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, message: string, advice: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.advice = advice;
    this.retryAfter = retryAfter;
  }

  /** Whether only a change by the person at the page can help, so that asking again by itself is no use. */
  get needsPerson(): boolean {
    return ['no-key', 'unauthorized', 'not-the-api', 'not-found', 'refused', 'mixed-content'].includes(
      this.kind,
    );
  }

  /** Whether it concerns all that is asked of the deployment, and not one question only. */
  get isOfConnection(): boolean {
    return !['not-found', 'refused', 'unexpected', 'server'].includes(this.kind);
  }
}

/** A request that got no answer at all. `reached` tells whether the address answers requests without a key. */
export function failureWithoutAnswer(
  baseUrl: string,
  about: { readonly online: boolean; readonly secure: boolean; readonly reached: boolean },
): Failure {
  if (!about.online) {
    return new Failure('offline', 'You are offline.', 'The page goes on by itself when the network is back.');
  }
  if (about.secure && isPlainAndRemote(baseUrl)) {
    return new Failure(
      'mixed-content',
      `A page under https may not ask ${baseUrl}, which is plain http.`,
      'Use an https address, or open the explorer that the deployment itself serves.',
    );
  }
  if (about.reached) {
    return new Failure(
      'cross-origin',
      `${baseUrl} answers, but does not let this page read its answers.`,
      'Its operator has to allow cross-origin requests (CORS) with the Authorization header, and must not redirect them.',
    );
  }
  return new Failure(
    'unreachable',
    `Nothing answers at ${baseUrl}.`,
    'Check the address, and whether the service runs. The page tries again by itself.',
  );
}

/** The failure told by an answer's status; `body` is what came with it. */
export function failureOfStatus(
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
        'Check it, or enter another one.',
      );
    case 404:
      return new Failure('not-found', 'This deployment has nothing at that address.', detail);
    case 429:
      return new Failure(
        'quota-exceeded',
        "The key's requests for today are used up.",
        quotaAdvice(retryAfter),
        retryAfter,
      );
    default:
      if (status >= 500) {
        const advice = `${detail} The page tries again by itself.`.trim();
        return new Failure('server', `The deployment has trouble (status ${status}).`, advice, retryAfter);
      }
      return new Failure('refused', `The deployment refused the request (status ${status}).`, detail);
  }
}

/** An answer of another kind than this interface gives. */
export function notTheApi(baseUrl: string): Failure {
  return new Failure(
    'not-the-api',
    `${baseUrl} answers, but not as a Queue Headcount API.`,
    'The base URL is what comes before /api/v1.',
  );
}

/** An answer that tells success, and cannot be shown. */
export function unexpectedAnswer(why: string): Failure {
  return new Failure('unexpected', 'The deployment gave an answer that cannot be shown.', why);
}

/** Whatever was thrown, as a failure to tell; what is not one already was an answer that nobody thought of. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  return unexpectedAnswer(error instanceof Error ? error.message : '');
}

/** An answer that began and did not end. */
export function failureOfBrokenAnswer(baseUrl: string, isOnline: boolean): Failure {
  if (!isOnline) return failureWithoutAnswer(baseUrl, { online: false, secure: false, reached: false });
  return new Failure('unreachable', `The answer of ${baseUrl} broke off.`, 'The page tries again by itself.');
}

function quotaAdvice(retryAfter: number | null): string {
  if (retryAfter === null) return 'The page waits before it asks again.';
  return `The count starts anew in ${duration(Math.max(60, retryAfter) * 1000)}; the page goes on then.`;
}

function isPlainAndRemote(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
