import { withExtras } from '../service/extras.ts';
import type { Endpoint } from '../service/parameters.ts';
import type { Variety } from '../variety.ts';

/** A response of the mock. The body is text, or an object to be sent as JSON. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The parameters that a deployment reads: those it ignores are gone, and numbers that it clamps are the maximum. */
export function readParameters(
  query: URLSearchParams,
  { parameters }: Endpoint,
  { unknownParameters, aboveMaximum }: Variety,
): URLSearchParams {
  const read = [...query].flatMap(([name, value]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined) return unknownParameters === 'error' ? [[name, value]] : [];
    const { maximum } = parameter;
    const isAbove = maximum !== undefined && /^\d+$/.test(value) && Number(value) > maximum;
    return [[name, isAbove && aboveMaximum === 'clamped' ? String(maximum) : value]];
  });
  return new URLSearchParams(read);
}

/** A response as a deployment writes it. Its data already follow the deployment's choices. */
export function written(response: MockResponse, variety: Variety): MockResponse {
  const { status, headers, body } = response;
  const { badParameter } = variety;
  if (status === 401) return unauthorized(response, variety);
  if (status === 400)
    return { status: badParameter, headers, body: { ...(body as object), status: badParameter } };
  if (status !== 200) return response;
  const isText = typeof body === 'string';
  const type = { 'Content-Type': isText ? variety.csvType : variety.jsonType };
  return { status, headers: { ...type, ...headers }, body: variety.extras ? withExtras(body) : body };
}

function unauthorized(response: MockResponse, { unauthorizedBody }: Variety): MockResponse {
  if (unauthorizedBody === 'problem') return response;
  const { 'Content-Type': _, ...headers } = response.headers;
  if (unauthorizedBody === 'empty') return { status: 401, headers, body: '' };
  return { status: 401, headers: { ...headers, 'Content-Type': 'text/plain' }, body: 'Unauthorized' };
}
