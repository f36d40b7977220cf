import { duration } from '../local-time.ts';
import type { ProblemBody } from './responses.ts';

/** Failures of the connection affect every request, not just one. */
const OF_THE_CONNECTION = ['offline', 'unreachable', 'no-key', 'unauthorized', 'quota-exceeded'] as const;
/** A retry is useless, since only the user can fix it. */
const OF_THE_USER: readonly FailureKind[] = ['no-key', 'unauthorized', 'rejected'];
type FailureKind = (typeof OF_THE_CONNECTION)[number] | 'busy' | 'rejected' | 'server' | 'unexpected';

/** Why a request failed, in words for the user, and what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly advice: string;
  /** Seconds that the service asks to wait; null if it does not. */
  readonly retryAfter: number | null;
  readonly needsUser: boolean;
  readonly affectsConnection: boolean;

  constructor(kind: FailureKind, message: string, advice: string, retryAfter: number | null = null) {
    super(message);
    this.kind = kind;
    this.advice = advice;
    this.retryAfter = retryAfter;
    this.needsUser = OF_THE_USER.includes(kind);
    this.affectsConnection = OF_THE_CONNECTION.some((one) => one === kind);
  }
}

const UNAVAILABLE = ['The service is not available right now.', 'The page will retry.'] as const;

/** A request without a response that can be read. */
export function noResponse(isOnline: boolean): Failure {
  return isOnline
    ? new Failure('unreachable', ...UNAVAILABLE)
    : new Failure('offline', 'You are offline.', 'The page resumes when the network is back.');
}

/** A response with an error status; `problem` is its body, null if that can't be read. */
export function statusFailure(
  status: number,
  problem: ProblemBody | null,
  retryAfter: number | null,
): Failure {
  const wait = duration(Math.max(60, retryAfter ?? 0) * 1000);
  if (status === 401)
    return new Failure('unauthorized', 'The service does not accept the key.', 'Check it, or enter another.');
  if (status === 429 && problem?.type?.endsWith('#quota-exceeded') === true) {
    const advice = `It resets in ${wait}; the page then resumes.`;
    return new Failure('quota-exceeded', "The key's daily quota is used up.", advice, retryAfter);
  }
  if (status === 429) {
    const advice = `Try again in ${wait}; the page will retry, too.`;
    return new Failure('busy', 'Too many requests at the moment.', advice, retryAfter);
  }
  if (status >= 500) return new Failure('server', ...UNAVAILABLE, retryAfter);
  return new Failure('rejected', 'The service rejects the request.', problem?.detail ?? '');
}

/** Anything thrown, as a failure. What isn't one yet is a defect, or a response of another version of the service. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  const why = error instanceof Error ? error.message : '';
  return new Failure('unexpected', 'The page cannot show the response.', why);
}
