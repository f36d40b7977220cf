/** Checks responses against what is documented: the form's document for its operations, the table of problems for errors. */
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type ContractUnderTest, csvRows } from '../../contract/contract-under-test.fixture.ts';
import { PROBLEMS, type ProblemCode, typeOf } from '../server/problem.ts';
import type { Message } from './requests.fixture.ts';

/** A response as it came over the connection. */
export interface Received {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The longest problem document, in bytes: a few sentences, which may repeat some of the request. */
const LONGEST_PROBLEM = 2500;

/** The statuses of pages, documents and files besides errors. */
const PAGE_STATUSES = [200, 204, 301, 304];

/** The title of the page that says what to do while there is no documentation. */
const NOT_BUILT = 'The documentation has not been built';

/** Traces of the program's code. */
const CODE = /node:internal|\.[mc]?[tj]s:\d+|\\n\s+at |SQLITE_|TypeError|RangeError/;

/** Checks a response. Without a request, its bytes may not have been HTTP. */
export function expectDocumented(
  contract: ContractUnderTest,
  request: Message | null,
  response: Received,
): void {
  const { status, headers, body } = response;
  expect(status).toBeLessThan(500);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
  expect(Object.keys(headers)).not.toContain('server');
  if (status === 401) expect(headers['www-authenticate']).toBe('Token');
  if (status === 405) expect(headers).toHaveProperty('allow');
  if (status === 429) expect(headers).toHaveProperty('retry-after');
  const isPage = headers['content-type'] === 'text/html; charset=utf-8' && body.includes(NOT_BUILT);
  if (status >= 400 && !isPage) {
    expect(headers['content-type']).toBe('application/problem+json');
    if (request?.method !== 'HEAD') expectProblem(status, decoded(response));
  }
  if (request?.expected) expect(request.expected).toContain(status);
  const path = request?.target.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? '';
  if (request !== null && contract.responses.some((one) => one.path === path))
    expectOperation(contract, request, response, path);
  else if (status < 400) expect(PAGE_STATUSES).toContain(status);
}

function expectOperation(
  contract: ContractUnderTest,
  { method, headers: sent }: Message,
  response: Received,
  path: string,
): void {
  const { status, headers } = response;
  if (method === 'OPTIONS') return expect(status).toBe(204);
  if (method !== 'GET' && method !== 'HEAD') return expect([401, 405, 429]).toContain(status);
  if (status === 304) return expect(sent.map(([name]) => name.toLowerCase())).toContain('if-none-match');
  if (status === 200) {
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toMatch(/\bAuthorization\b/);
  }
  if (method === 'HEAD') return;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const documented = contract.responses.find(
    (one) => one.path === path && one.status === String(status) && one.mediaType === mediaType,
  );
  const text = decoded(response);
  const errors =
    mediaType === 'text/csv'
      ? csvRows(text).flatMap((row) => contract.schemaErrors('ExportRow', row))
      : contract.errors(documented?.pointer ?? 'undocumented', JSON.parse(text));
  expect(errors).toEqual([]);
}

function expectProblem(status: number, text: string): void {
  const problem = JSON.parse(text);
  const known = Object.entries(PROBLEMS).find(([code]) => problem.type === typeOf(code as ProblemCode))?.[1];
  expect(problem).toMatchObject({ ...known, status, detail: expect.stringMatching(/./) });
  expect(known?.status).toBe(status);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LONGEST_PROBLEM);
  expect(text).not.toMatch(CODE);
}

function decoded({ headers, body }: Received): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}
