import { timestamp } from '../answers/local-text.ts';
import type { Story } from '../story/story.ts';
import type { Endpoint, Examples } from './prism.ts';
import { type ParameterError, parameterProblem, problem } from './problem.ts';

const QUOTA = 1000;

/** The body of each error, as a service would send it from an endpoint at the story's moment. */
export function errorBodies({ parameters }: Endpoint, story: Story): Examples {
  const { now } = story;
  const today = now.toPlainDate();
  return {
    400: parameterProblem([mistakeIn(parameters, today)]),
    401: problem(401, 'Send the header "Authorization: Token <API_KEY>". The mock takes any key.'),
    429: problem(
      429,
      `All ${QUOTA} requests of ${today} are used. The count starts anew at ${timestamp(tomorrow(story))}. ` +
        'Ask the operator of the service for a higher quota.',
    ),
    500: problem(500, 'This error was asked for.'),
  };
}

/** The headers that belong to an error. */
export function errorHeaders(status: number, story: Story): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Token' };
  if (status !== 429) return {};
  const seconds = Math.ceil(tomorrow(story).since(story.now).total('seconds'));
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"daily";q=${QUOTA};w=86400`,
    RateLimit: `"daily";r=0;t=${seconds}`,
  };
}

/** A mistake that can be made at an endpoint. */
function mistakeIn(parameters: readonly string[], today: Temporal.PlainDate): ParameterError {
  if (parameters.includes('since')) {
    const message = `"yesterday" is not a date; write YYYY-MM-DD, such as ${today}.`;
    return { parameter: 'since', message };
  }
  const parameter = parameters.find((name) => name === 'limit' || name === 'days');
  if (parameter !== undefined) return { parameter, message: '"many" is not a whole number from 1 on.' };
  return { parameter: 'date', message: 'this endpoint has no such parameter; none are allowed.' };
}

function tomorrow({ now }: Story): Temporal.ZonedDateTime {
  return now.startOfDay().add({ days: 1 });
}
