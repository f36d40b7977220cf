import type { ScenarioData } from '../data/scenario-data.ts';
import { parameterProblem, problem } from '../problem.ts';
import type { ParameterError } from '../service/bad-request.ts';
import { addDays, instantOf, localParts, stampText } from '../service/local-time.ts';
import { type Endpoint, invalidValue, notAParameter } from '../service/parameters.ts';

const QUOTA = 1000;
/** The seconds after which the service says to try again when it is unavailable. */
const OUTAGE_SECONDS = '5';

/** The body of each error that a request can ask for, by status. */
export function errorBodies(endpoint: Endpoint, data: ScenarioData): Readonly<Record<number, object>> {
  const today = localParts(data.now, data.zone).date;
  return {
    400: parameterProblem([exampleError(endpoint)]),
    401: problem(401, 'Send the header "Authorization: Token <API_KEY>". The mock accepts any key.'),
    404: problem(404, 'The request asked for this error.'),
    429: problem(
      429,
      `All ${QUOTA} requests for ${today} have been used. The quota resets at ${stampText(tomorrow(data), data)}. ` +
        'To get a higher quota, contact the operator of this service.',
    ),
    500: problem(500, 'The request asked for this error.'),
    503: problem(503, 'The database does not respond.'),
  };
}

/** The headers that belong to an error. */
export function errorHeaders(status: number, data: ScenarioData): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Token' };
  if (status === 503) return { 'Retry-After': OUTAGE_SECONDS };
  if (status !== 429) return {};
  const seconds = Math.ceil((tomorrow(data) - data.now) / 1_000_000);
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"daily";q=${QUOTA};w=86400`,
    RateLimit: `"daily";r=0;t=${seconds}`,
  };
}

/** A mistake that is possible at an endpoint: an invalid date or number, or else an unknown parameter. */
function exampleError(endpoint: Endpoint): ParameterError {
  const [parameter] = endpoint.parameters;
  if (parameter === undefined) return { parameter: 'date', message: notAParameter(endpoint.parameters) };
  const { name, maximum = 0 } = parameter;
  const text = parameter.format === 'date' ? 'yesterday' : String(maximum * 1.5);
  return { parameter: name, message: invalidValue(parameter, text) };
}

/** The next local midnight, in microseconds. */
function tomorrow({ now, zone }: ScenarioData): number {
  return instantOf(addDays(localParts(now, zone).date, 1), 0, zone);
}
