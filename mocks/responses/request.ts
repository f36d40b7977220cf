import type { ScenarioBuilder, ScenarioData } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import { BadRequest } from '../service/bad-request.ts';
import { isDate } from '../service/local-time.ts';
import type { Range, Store } from '../service/store.ts';
import { type Endpoint, invalidValue } from './endpoint.ts';

/** What a response is computed from. */
export interface MockRequest {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly data: ScenarioData;
  /** Builds the data for the time at which a cursor was issued. */
  readonly build: ScenarioBuilder;
  readonly document: FormDocument;
  /** Prefix of links and photo URLs. */
  readonly baseUrl: string;
}

/** The service in memory that responds to a request. */
export function storeOf({ document, baseUrl }: MockRequest, data: ScenarioData): Store {
  return {
    ...data,
    form: document.form,
    labels: data.options.buckets.labels ?? document.labels,
    photoUrl: (file) => `${baseUrl}/photos/${file}`,
  };
}

/**
 * The range that `since` and `until` select.
 *
 * @throws {BadRequest} if a date is invalid, or the range ends before it begins
 */
export function rangeOf({ query }: MockRequest): Range {
  const since = dateIn(query, 'since');
  const until = dateIn(query, 'until');
  if (since === null || until === null || since <= until) return { since, until };
  throw new BadRequest([
    { parameter: 'since', message: `${since} must not be after until (${until}).` },
    { parameter: 'until', message: `${until} must not be before since (${since}).` },
  ]);
}

/**
 * The value of an integer parameter; its default when omitted.
 *
 * @throws {BadRequest} if it is invalid, which includes what Prism takes for omitted, or for a number: an empty value, and `0x2`
 */
export function integerIn({ query, endpoint }: MockRequest, name: string): number {
  const parameter = endpoint.parameters.find((one) => one.name === name) ?? { name };
  const { default: standard, maximum = 1 } = parameter;
  const text = query.get(name);
  if (text === null) return Number(standard);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= maximum) return number;
  throw new BadRequest({ parameter: name, message: invalidValue(parameter, text) });
}

/** Null when omitted. Prism rejects most invalid dates, but treats an empty value as omitted. */
function dateIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name);
  if (text === null || isDate(text)) return text;
  throw new BadRequest({ parameter: name, message: invalidValue({ name, format: 'date' }, text) });
}
