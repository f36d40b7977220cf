import { withExtras } from '../service/extras.ts';
import type { Endpoint } from '../service/parameters.ts';
import type { Variety } from '../variety.ts';
import type { MockResponse } from './problems.ts';

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
export function written({ status, headers, body }: MockResponse, variety: Variety): MockResponse {
  const { badParameter, unauthorizedBody } = variety;
  if (status === 200) {
    const type = typeof body === 'string' ? variety.csvType : variety.jsonType;
    const content = variety.extras ? withExtras(body) : body;
    return { status, headers: { 'Content-Type': type, ...headers }, body: content };
  }
  if (status === 400)
    return { status: badParameter, headers, body: { ...(body as object), status: badParameter } };
  if (status !== 401 || unauthorizedBody === 'problem') return { status, headers, body };
  const { 'Content-Type': _, ...others } = headers;
  if (unauthorizedBody === 'empty') return { status, headers: others, body: '' };
  return { status, headers: { ...others, 'Content-Type': 'text/plain' }, body: 'Unauthorized' };
}
