import type { ScenarioData } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import type { SituationName } from '../scenarios.ts';
import type { Endpoint } from '../service/parameters.ts';
import type { Store } from '../service/store.ts';

/** The service in memory with the data of a scenario. */
export type ScenarioStore = Store & ScenarioData;

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** The status that the request asks for. */
  readonly code: number | null;
  readonly document: FormDocument;
  /** Prefix of links. */
  readonly baseUrl: string;
  readonly store: ScenarioStore;
  /** The service at the time at which a cursor was issued. */
  readonly storeAt: (name: SituationName, now: Temporal.Instant) => ScenarioStore;
}
