import { describe, expect, it } from 'vitest';
import { CONTRACTS, type ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';
import { StoreError } from '../../store/errors.ts';
import { databaseUnavailable, type Problem, problemOf } from '../server/problem.ts';
import { type Running, services } from '../service-under-test.fixture.ts';

const start = services();

/** The query that causes each example of a 400. */
const QUERIES: Readonly<Record<string, string>> = {
  'malformed-since': 'since=yesterday',
  'malformed-until': 'until=tomorrow',
  'since-after-until': 'since=2026-10-17&until=2026-10-16',
  'limit-too-large': 'limit=300',
  'unknown-cursor': 'cursor=abc',
  'too-many-days': 'days=90',
};

/** The failures that no client can cause. */
const FAILURES: Readonly<Record<string, Problem>> = {
  'internal-error': problemOf(new Error('on purpose')),
  unavailable: databaseUnavailable(new StoreError('unavailable', 'on purpose')),
};

describe.each(CONTRACTS)('the errors in the document of Form $form', (contract) => {
  const { form } = contract;
  const errors = contract.responses.filter(({ status }) => status >= '400');

  it('are what the service sends, word for word, with the documented headers', async () => {
    const service = await start({ form });
    for (const { path, status, operationId, examples } of errors) {
      const documented = headersOf(contract, path, status);
      expect(documented).toContain('x-request-id');
      for (const [name, { value }] of Object.entries(examples)) {
        if (name === 'quota-exceeded') continue;
        const { headers, body } = await sent(service, path, name, value);
        expect(body, `${operationId} ${name}`).toEqual(value);
        expect(headers, `${operationId} ${name}`).toEqual(expect.arrayContaining(documented));
      }
    }
  });

  it('are what the service sends when the quota is used up', async () => {
    const service = await start({ form, quota: 1, settings: { contact: 'the operator of this service' } });
    await service.get('status');
    const documented = contract.response('getStatus', '429').examples['quota-exceeded']?.value;
    const response = await service.get('status');
    const { instance: _, ...body } = (await response.json()) as Record<string, unknown>;
    expect({ ...body, detail: String(body['detail']).replace('All 1 ', 'All 1000 ') }).toEqual(documented);
    const names = headersOf(contract, '/api/v1/status', '429');
    expect(names).toEqual(expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy']));
    expect([...response.headers.keys()]).toEqual(expect.arrayContaining(names));
  });

  it('have an example for each parameter of the operation, and for an unknown one', () => {
    for (const { operationId, status, parameters, examples } of errors) {
      if (status !== '400') continue;
      const named = Object.values(examples).flatMap(({ value }) =>
        (value as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter),
      );
      const names = new Set(parameters.map(({ name }) => name));
      expect(names.difference(new Set(named)), operationId).toEqual(new Set());
      expect(
        named.filter((name) => !names.has(name)),
        operationId,
      ).toHaveLength(1);
    }
  });
});

/** What every HTTP response may have, and what browsers need. */
const GENERAL =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length|encoding)|x-content-type-options|access-control-.*)$/;

it.each(CONTRACTS)(
  'successes and 304 in Form $form have the documented headers, and no others',
  async (contract) => {
    const service = await start({ form: contract.form });
    for (const path of Object.keys(contract.document['paths'] as object)) {
      const get = (headers: Readonly<Record<string, string>>) =>
        fetch(service.url + path, { headers: { ...service.authorized, ...headers } });
      const response = await get({});
      const etag = response.headers.get('etag');
      const sent = etag === null ? [response] : [response, await get({ 'If-None-Match': etag })];
      expect(sent.map(({ status }) => status)).toEqual(etag === null ? [200] : [200, 304]);
      for (const { status, headers } of sent) {
        const names = [...headers.keys()].filter((name) => !GENERAL.test(name));
        const documented = headersOf(contract, path, String(status));
        expect(names.toSorted(), `${status} ${path}`).toEqual(documented.toSorted());
      }
    }
  },
);

/** The names of a response's headers in the document, in lower case. */
function headersOf(contract: ContractUnderTest, path: string, status: string): string[] {
  const own = `/paths/${path.replaceAll('/', '~1')}/get/responses/${status}`;
  const { $ref = `#${own}` } = contract.at(own) as { $ref?: string };
  return Object.keys(contract.at(`${$ref.slice(1)}/headers`) as object).map((name) => name.toLowerCase());
}

/** The problem that a request for an example causes, without the id of the request, and the names of the headers. */
async function sent(
  service: Running,
  path: string,
  name: string,
  value: unknown,
): Promise<{ readonly headers: readonly string[]; readonly body: unknown }> {
  const failure = FAILURES[name];
  if (failure !== undefined) {
    const headers = ['X-Request-Id', ...Object.keys(failure.headers)].map((one) => one.toLowerCase());
    return { headers, body: withoutInstance(failure.body('')) };
  }
  const response = await request(service, path, name, value);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return { headers: [...response.headers.keys()], body: withoutInstance(await response.text()) };
}

function withoutInstance(text: string): unknown {
  const { instance: _, ...body } = JSON.parse(text);
  return body;
}

function request(service: Running, path: string, name: string, value: unknown): Promise<Response> {
  const url = service.url + path;
  const headers = service.authorized;
  switch (name) {
    case 'no-key':
      return fetch(url);
    case 'unknown-key':
      return fetch(url, { headers: { Authorization: 'Token unknown' } });
    case 'not-found':
      return fetch(`${service.url}/api/v1/forecast`, { headers });
    case 'method-not-allowed':
      return fetch(url, { headers, method: 'POST' });
    case 'unknown-parameter': {
      const [{ parameter } = { parameter: '' }] = (value as { errors: { parameter: string }[] }).errors;
      return fetch(`${url}?${parameter}=1`, { headers });
    }
    default:
      return fetch(`${url}?${QUERIES[name]}`, { headers });
  }
}
