import { NotImplemented, ParameterError } from '../../operations/context.ts';
import { ReadsTakeLong, TooManyReads } from '../../operations/long-reads.ts';
import { StoreError, type StoreErrorCode } from '../../store/errors.ts';

/**
 * Every error that the service returns: status and title by code. docs/errors.md explains each, and a test compares
 * the two. Bodies are problem documents (RFC 9457).
 */
export const PROBLEMS = {
  'invalid-parameter': { status: 400, title: 'A parameter is not valid' },
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  'not-found': { status: 404, title: 'The path does not exist' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'venue-closed': { status: 409, title: 'The venue is closed' },
  'request-id-reused': { status: 422, title: 'Another report has this Idempotency-Key' },
  'too-many-downloads': { status: 429, title: 'Too many downloads in progress' },
  'too-many-failures': { status: 429, title: 'Too many requests without a valid key' },
  'quota-exceeded': { status: 429, title: 'The daily quota is used up' },
  'visitor-limit': { status: 429, title: 'Too many requests from visitors at the moment' },
  'too-many-reports': { status: 429, title: 'Too many reports' },
  'headers-too-large': { status: 431, title: 'The header of the request is too large' },
  'internal-error': { status: 500, title: 'Something went wrong in the service' },
  'not-implemented': { status: 501, title: 'This operation has no handler yet' },
  unavailable: { status: 503, title: 'The service is not available at the moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

const OWN_TYPES = 'urn:queue-headcount:problem:';
/** The type that draft-ietf-httpapi-ratelimit-headers-11 gives this problem, so that clients of any API know it. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

/** The URI of a problem's type. */
export function typeOf(code: ProblemCode): string {
  return code === 'quota-exceeded' ? QUOTA_EXCEEDED : `${OWN_TYPES}${code}`;
}

/** An error that the client gets; thrown anywhere in `http`, turned into a response in one place (`failure.ts`). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly { readonly parameter: string; readonly message: string }[] | undefined;
  readonly violatedPolicies: readonly string[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
      /** The names of the quotas that are used up, as in `RateLimit-Policy`. */
      readonly violatedPolicies?: readonly string[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.headers = more.headers ?? {};
    this.errors = more.errors;
    this.violatedPolicies = more.violatedPolicies;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  /** The problem document. Its `instance` names the request, so that a user can quote it to the operator. */
  body(requestId: string): string {
    const { status, title } = PROBLEMS[this.code];
    return JSON.stringify({
      type: typeOf(this.code),
      title,
      status,
      detail: this.message,
      instance: `urn:queue-headcount:request:${requestId}`,
      errors: this.errors,
      'violated-policies': this.violatedPolicies,
    });
  }
}

/** The detail for a database that cannot be used, which everybody may know; the log names it and says why. */
const OUTAGES: { readonly [Code in StoreErrorCode]?: string } = {
  unavailable: 'The database does not respond.',
  busy: 'The database is busy.',
  full: 'The disk of the database is full.',
  'read-only': 'The database cannot be written.',
  missing: 'The database is missing.',
  replaced: 'The file of the database was replaced. The service must be restarted.',
  damaged: 'The database is damaged.',
  'not-a-database': 'The database is damaged.',
};

/** Errors of the store that are mistakes of the service, and no outage. */
const MISTAKES: readonly StoreErrorCode[] = ['not-empty', 'conflict', 'closed'];

/** Seconds after which a retry makes sense: the service reconnects within one second of the end of an outage, and most downloads take less. */
const RETRY_AFTER = '5';

/** The same when downloads took longer than a request waits for its turn. */
const LONG_READS_END = '10';

/** The problem while the database cannot be used. */
export function databaseUnavailable(cause: unknown): Problem {
  const detail = cause instanceof StoreError ? OUTAGES[cause.code] : undefined;
  return new Problem('unavailable', detail ?? 'The database cannot be used.', {
    cause,
    headers: { 'Retry-After': RETRY_AFTER },
  });
}

/** The problem for anything that was thrown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ParameterError) {
    return new Problem('invalid-parameter', error.message, { errors: error.errors, cause: error });
  }
  if (error instanceof NotImplemented) return new Problem('not-implemented', error.message);
  if (error instanceof ReadsTakeLong) {
    return new Problem('unavailable', error.message, { headers: { 'Retry-After': LONG_READS_END } });
  }
  if (error instanceof TooManyReads) {
    return new Problem('too-many-downloads', error.message, { headers: { 'Retry-After': RETRY_AFTER } });
  }
  if (error instanceof StoreError && !MISTAKES.includes(error.code)) return databaseUnavailable(error);
  if (error instanceof URIError) {
    return new Problem('malformed-request', 'The address is not encoded correctly.');
  }
  return new Problem('internal-error', 'Something failed in the service. The error was logged.', {
    cause: error,
  });
}
