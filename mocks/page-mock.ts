import { formDocuments } from './documents.ts';
import type { Form } from './form-document.ts';
import { handle, type Mock, type ReceivedRequest, type SentResponse, sent } from './http/handle.ts';
import type { Negotiate } from './http/respond.ts';

/** The address at which the mock's server listens by default. Links in responses begin with it. */
export const MOCK_URL = 'http://127.0.0.1:4010';

/** The options of a mock in a page: the venue's data and clock, and the response to requests that don't choose. */
export type PageMockOptions = Pick<Mock, 'build' | 'clock'> &
  Partial<Pick<Mock, 'scenario' | 'code' | 'delay'>>;

/**
 * The mock of a form without Node and without Prism. It sends what the mock's server would send to the same request at the same time,
 * except the welcome text and the contract.
 */
export function pageMock(
  form: Form,
  options: PageMockOptions,
): (request: ReceivedRequest) => Promise<SentResponse> {
  const mock: Mock = { negotiate, document: formDocuments[form], scenario: 'rush', delay: 0, ...options };
  return async (request) => sent(await handle(mock, request));
}

/** Chooses as Prism does, which is too large for a page, and validates nothing; tests of the mock do that with Prism. */
const negotiate: Negotiate = async ({ authorization }, bodies, code) => {
  const status = authorization === undefined ? 401 : code;
  return { status, body: bodies[status], contractErrors: [] };
};
