import { scenarioBuilder } from '../data/scenario-data.ts';
import { type Form, formDocument } from '../form-document.ts';
import { handle, type SentResponse, sent } from '../http/handle.ts';
import type { PageDocument } from './outline.ts';
import { type ParameterValidators, pageNegotiator } from './page-negotiator.ts';

/** What a request to the mock in a page says. */
export interface PageRequest {
  /** Path and query. */
  readonly target: string;
  readonly prefer: string | undefined;
  readonly authorization: string | undefined;
  readonly now: Temporal.Instant;
  readonly timeZone: string;
}

/** Where the mock's server listens by default. Links in responses begin with it. */
export const MOCK_URL = 'http://127.0.0.1:4010';

/** The mock of a form for a page. It sends what the mock's server would send to the same request at the same time. */
export function pageMock(
  form: Form,
  document: PageDocument,
  validators: ParameterValidators,
): (request: PageRequest) => Promise<SentResponse> {
  const parts = {
    negotiator: pageNegotiator(document, validators),
    document: formDocument(form, document.outline),
    scenario: 'rush',
    delay: 0,
  } as const;
  return async ({ target, prefer, authorization, now, timeZone }) => {
    const mock = { ...parts, build: scenarioBuilder(timeZone), clock: () => now };
    const url = new URL(target, MOCK_URL);
    return sent(await handle(mock, { method: 'GET', url, baseUrl: MOCK_URL, prefer, authorization }));
  };
}
