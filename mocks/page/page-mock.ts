import { type Form, formDocument } from '../form-document.ts';
import { handle, type Mock, type ReceivedRequest, type SentResponse, sent } from '../http/handle.ts';
import { pageData } from './page-data.ts';
import { pageNegotiator } from './page-negotiator.ts';

/** Where the mock's server listens by default. Links in responses begin with it. */
export const MOCK_URL = 'http://127.0.0.1:4010';

/** What a mock may be told: the venue's data and clock, and what requests get that don't choose. */
export type PageMockOptions = Pick<Mock, 'build' | 'clock'> &
  Partial<Pick<Mock, 'scenario' | 'code' | 'delay'>>;

/**
 * The mock of a form without Node and without Prism. It sends what the mock's server would send to the same request at the same time,
 * except the welcome text and the contract.
 */
export function pageMock(
  form: Form,
  { scenario = 'rush', delay = 0, ...options }: PageMockOptions,
): (request: ReceivedRequest) => Promise<SentResponse> {
  const data = pageData[form];
  const negotiator = pageNegotiator(data, data.validators);
  const mock = { negotiator, document: formDocument(form, data.outline), scenario, delay, ...options };
  return async (request) => sent(await handle(mock, request));
}
