import { duration } from '../local-time.ts';
import type { ProblemBody } from './responses.ts';

/** What is wrong; those of the first list affect every request, and those of `NEEDS_USER` only the user can fix. */
type FailureKind = (typeof OF_THE_CONNECTION)[number] | 'busy' | 'rejected' | 'server' | 'unexpected';

const OF_THE_CONNECTION = ['offline', 'unreachable', 'no-key', 'unauthorized', 'quota-exceeded'] as const;
const NEEDS_USER: readonly FailureKind[] = ['no-key', 'unauthorized', 'rejected'];

/** Why a request failed, in words for the user. */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** What to do about it. */
  readonly advice: string;
  /** Seconds that the service asks to wait; null if it does not. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, message: string, advice: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.advice = advice;
    this.retryAfter = retryAfter;
  }

  /** Whether a retry is useless, since only the user can fix it. */
  get needsUser(): boolean {
    return NEEDS_USER.includes(this.kind);
  }

  /** Whether it affects every request, not just one. */
  get affectsConnection(): boolean {
    return OF_THE_CONNECTION.some((kind) => kind === this.kind);
  }
}

const UNAVAILABLE = 'The service is not available right now.';
const RETRIES = 'The page will retry.';

/** A request without a response that can be read. */
export function noResponse(isOnline: boolean): Failure {
  return isOnline
    ? new Failure('unreachable', UNAVAILABLE, RETRIES)
    : new Failure('offline', 'You are offline.', 'The page resumes when the network is back.');
}

/** A response with an error status; `problem` is its body, null if that can't be read. */
export function statusFailure(
  status: number,
  problem: ProblemBody | null,
  retryAfter: number | null,
): Failure {
  if (status === 401) {
    return new Failure('unauthorized', 'The service does not accept the key.', 'Check it, or enter another.');
  }
  if (status === 429) {
    const isQuota = problem?.type?.endsWith('#quota-exceeded') === true;
    return isQuota
      ? new Failure(
          'quota-exceeded',
          "The key's daily quota is used up.",
          quotaAdvice(retryAfter),
          retryAfter,
        )
      : new Failure('busy', 'Too many requests at the moment.', busyAdvice(retryAfter), retryAfter);
  }
  if (status >= 500) return new Failure('server', UNAVAILABLE, RETRIES, retryAfter);
  return new Failure('rejected', 'The service rejects the request.', problem?.detail ?? '');
}

/** Anything thrown, as a failure. What isn't one yet is a defect, or a response of another version of the service. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  const why = error instanceof Error ? error.message : '';
  return new Failure('unexpected', 'The page cannot show the response.', why);
}

function busyAdvice(retryAfter: number | null): string {
  const wait = retryAfter === null || retryAfter < 60 ? 'a minute' : duration(retryAfter * 1000);
  return `Try again in ${wait}; the page will retry, too.`;
}

function quotaAdvice(retryAfter: number | null): string {
  if (retryAfter === null) return 'The page waits before it retries.';
  return `It resets in ${duration(Math.max(60, retryAfter) * 1000)}; the page then resumes.`;
}
