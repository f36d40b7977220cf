import type { ScenarioBuilder, ScenarioData } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import { type Endpoint, readInteger } from '../service/parameters.ts';
import type { Store } from '../service/store.ts';

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

/** The value of an integer parameter; its default when omitted. */
export function integerIn({ query, endpoint, data }: MockRequest, name: string): number {
  const parameter = endpoint.parameters.find((one) => one.name === name) ?? { name };
  return readInteger(query, parameter, data.options);
}
