import type { ScenarioData } from '../data/scenario-data.ts';
import { type ParameterError, parameterProblem, problem } from '../problem.ts';
import type { Endpoint } from './request.ts';
import { timestamp } from './values.ts';

const QUOTA = 1000;

/** The body of each error that a request can ask for, by status. */
export function errorBodies(endpoint: Endpoint, { now }: ScenarioData): Readonly<Record<number, object>> {
  const today = now.toPlainDate();
  return {
    400: parameterProblem([exampleError(endpoint, today)]),
    401: problem(401, 'Send the header "Authorization: Token <API_KEY>". The mock accepts any key.'),
    429: problem(
      429,
      `All ${QUOTA} requests for ${today} have been used. The quota resets at ${timestamp(tomorrow(now))}. ` +
        'To get a higher quota, contact the operator of the service.',
    ),
    500: problem(500, 'The request asked for this error.'),
  };
}

/** The headers that belong to an error. */
export function errorHeaders(status: number, { now }: ScenarioData): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Token' };
  if (status !== 429) return {};
  const seconds = Math.ceil(tomorrow(now).since(now).total('seconds'));
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"daily";q=${QUOTA};w=86400`,
    RateLimit: `"daily";r=0;t=${seconds}`,
  };
}

/** A mistake that is possible at an endpoint: an invalid date or number, or else an unknown parameter. */
function exampleError(endpoint: Endpoint, today: Temporal.PlainDate): ParameterError {
  for (const { name: parameter, format, type, maximum } of endpoint.parameters) {
    if (format === 'date') {
      return { parameter, message: `"yesterday" is not a valid date. Use YYYY-MM-DD, such as ${today}.` };
    }
    if (type === 'integer')
      return { parameter, message: `"many" is not a whole number from 1 to ${maximum}.` };
  }
  return { parameter: 'date', message: unknownParameter(endpoint) };
}

/** What is wrong with an unknown parameter. */
export function unknownParameter({ parameters }: Endpoint): string {
  const names = parameters.map(({ name }) => name);
  return `unknown parameter. This endpoint accepts ${names.length === 0 ? 'none' : names.join(', ')}.`;
}

function tomorrow(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return now.startOfDay().add({ days: 1 });
}
