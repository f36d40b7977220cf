import { addDays, instantOf, localParts, stampText } from '../service/local-time.ts';
import {
  BadRequest,
  type Endpoint,
  invalidValue,
  notAParameter,
  type ParameterError,
} from '../service/parameters.ts';
import type { Store } from '../service/store.ts';

/** A response of the mock. The body is text, or an object to be sent as JSON. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The errors of the mock, in the shape of the document's examples. */
const PROBLEMS = {
  400: { code: 'invalid-parameter', title: 'A parameter is not valid' },
  401: { code: 'unauthorized', title: 'A valid API key is required' },
  404: { code: 'not-found', title: 'The path does not exist' },
  405: { code: 'method-not-allowed', title: 'The method is not allowed here' },
  429: { code: 'quota-exceeded', title: 'The daily quota is used up' },
  500: { code: 'internal-error', title: 'Something went wrong in the service' },
  503: { code: 'unavailable', title: 'The service is not available at the moment' },
} as const;

/** The type that draft-ietf-httpapi-ratelimit-headers-11 gives this problem. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
const QUOTA = 1000;
/** The seconds after which the service says to try again when it is unavailable. */
const OUTAGE_SECONDS = '5';

/** A problem document (RFC 9457). */
export function problem(status: keyof typeof PROBLEMS, detail: string, more: object = {}): object {
  const { code, title } = PROBLEMS[status];
  const common = { title, status, detail, ...more };
  if (status !== 429) return { type: `urn:queue-headcount:problem:${code}`, ...common };
  return { type: QUOTA_EXCEEDED, ...common, 'violated-policies': ['daily'] };
}

/** The problem document of a request with invalid parameters. */
export function parameterProblem({ errors, message, status }: BadRequest): object {
  return problem(400, message, { errors, status });
}

/** A response with a problem document. A service in memory adds the headers that belong to its status. */
export function errorResponse(status: number, body: unknown, store?: Store): MockResponse {
  const more = store === undefined ? {} : errorHeaders(status, store);
  return { status, headers: { 'Content-Type': 'application/problem+json', ...more }, body };
}

/** The body of each error that a request can ask for, by status. */
export function errorBodies(endpoint: Endpoint, store: Store): Readonly<Record<number, object>> {
  const today = localParts(store.now, store.zone).date;
  return {
    400: parameterProblem(new BadRequest(exampleError(endpoint))),
    401: problem(401, 'Send the header "Authorization: Token <API_KEY>". The mock accepts any key.'),
    404: problem(404, 'The request asked for this error.'),
    429: problem(
      429,
      `All ${QUOTA} requests for ${today} have been used. The quota resets at ${stampText(tomorrow(store), store)}. ` +
        'To get a higher quota, contact the operator of this service.',
    ),
    500: problem(500, 'The request asked for this error.'),
    503: problem(503, 'The database does not respond.'),
  };
}

function errorHeaders(status: number, store: Store): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Token' };
  if (status === 503) return { 'Retry-After': OUTAGE_SECONDS };
  if (status !== 429) return {};
  const seconds = Math.ceil((tomorrow(store) - store.now) / 1_000_000);
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"daily";q=${QUOTA};w=86400`,
    RateLimit: `"daily";r=0;t=${seconds}`,
  };
}

/** A mistake that is possible at an endpoint: an invalid date or number, or else an unknown parameter. */
function exampleError({ parameters }: Endpoint): ParameterError {
  const [parameter] = parameters;
  if (parameter === undefined) return { parameter: 'date', message: notAParameter(parameters) };
  const { name, maximum = 0 } = parameter;
  const text = parameter.format === 'date' ? 'yesterday' : String(maximum * 1.5);
  return { parameter: name, message: invalidValue(parameter, text) };
}

/** The next local midnight, in microseconds. */
function tomorrow({ now, zone }: Store): number {
  return instantOf(addDays(localParts(now, zone).date, 1), 0, zone);
}
