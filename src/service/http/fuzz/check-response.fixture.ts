/** Checks responses against what is documented: the form's document for its operations, the table of problems for errors. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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
const PAGE_STATUSES = [200, 204, 206, 301, 304];

/** The title of the page that says what to do while there is no documentation. */
const NOT_BUILT = 'The documentation has not been built';

/** Traces of the program's code. */
const CODE = /node:internal|\.[mc]?[tj]s:\d+|\\n\s+at |SQLITE_|TypeError|RangeError/;

/** What is wrong with a response, in one phrase each. Without a request, its bytes may not have been HTTP. */
export function responseErrors(
  contract: ContractUnderTest,
  request: Message | null,
  response: Received,
): readonly string[] {
  const path = pathOf(request);
  const { status } = response;
  const found = commonErrors(response, request?.method === 'HEAD');
  if (request?.expected && !request.expected.includes(status))
    found.push(`not ${request.expected.join(' or ')}`);
  if (request !== null && contract.responses.some((one) => one.path === path))
    found.push(...operationErrors(contract, request, response, path));
  else if (status < 400 && !PAGE_STATUSES.includes(status)) found.push('an undocumented status');
  return found.map((wrong) => `${status}: ${wrong}`);
}

function operationErrors(
  contract: ContractUnderTest,
  { method, headers: sent }: Message,
  { status, headers, body }: Received,
  path: string,
): readonly string[] {
  if (method === 'OPTIONS') return status === 204 ? [] : ['a preflight without 204'];
  if (method !== 'GET' && method !== 'HEAD')
    return [401, 405, 429].includes(status) ? [] : ['a method is not rejected'];
  const isConditional = sent.some(([name]) => name.toLowerCase() === 'if-none-match');
  if (status === 304) return isConditional ? [] : ['304 without a condition'];
  const errors: string[] = [];
  if (status === 200 && headers['cache-control'] !== 'private, no-cache')
    errors.push('may be cached by others');
  if (status === 200 && !/\bAuthorization\b/.test(headers['vary'] ?? ''))
    errors.push('no Vary: Authorization');
  if (method === 'HEAD') return errors;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const documented = contract.responses.find(
    (one) => one.path === path && one.status === String(status) && one.mediaType === mediaType,
  );
  if (documented === undefined)
    return [...errors, `the document does not list ${mediaType} with this status`];
  const text = decoded(body, headers['content-encoding']);
  const wrong =
    mediaType === 'text/csv'
      ? csvRows(text).flatMap((row) => contract.schemaErrors('ExportRow', row))
      : contract.errors(documented.pointer, JSON.parse(text));
  return [...errors, ...wrong.slice(0, 1).map((one) => `not the documented schema: ${one}`)];
}

/** The path of a request target, in origin or absolute form. */
function pathOf(request: Message | null): string {
  return request?.target.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? '';
}

/** What holds for every response of the service. */
function commonErrors({ status, headers, body }: Received, isHead: boolean): string[] {
  const errors: string[] = [];
  const check = (isRight: boolean, wrong: string) => void (isRight || errors.push(wrong));
  check(status < 500, 'a server error');
  check(headers['x-content-type-options'] === 'nosniff', 'no X-Content-Type-Options');
  check(headers['access-control-allow-origin'] === '*', 'no Access-Control-Allow-Origin');
  check(status !== 401 || headers['www-authenticate'] === 'Token', 'no WWW-Authenticate');
  check(status !== 405 || headers['allow'] !== undefined, 'no Allow');
  check(status !== 429 || headers['retry-after'] !== undefined, 'no Retry-After');
  check(headers['x-powered-by'] === undefined && headers['server'] === undefined, 'names its software');
  const isPage = headers['content-type'] === 'text/html; charset=utf-8' && body.includes(NOT_BUILT);
  if (status >= 400 && !isPage) {
    check(headers['content-type'] === 'application/problem+json', 'an error that is not a problem document');
    if (!isHead) errors.push(...problemErrors(status, decoded(body, headers['content-encoding'])));
  }
  return errors;
}

function problemErrors(status: number, text: string): string[] {
  let problem: { type?: unknown; title?: unknown; status?: unknown; detail?: unknown };
  try {
    problem = JSON.parse(text);
  } catch {
    return ['an error whose body is not JSON'];
  }
  const errors: string[] = [];
  const known = Object.entries(PROBLEMS).find(([code]) => problem.type === typeOf(code as ProblemCode))?.[1];
  if (known === undefined) errors.push('an undocumented problem');
  else if (problem.status !== status || known.status !== status || problem.title !== known.title)
    errors.push('status or title of another problem');
  if (typeof problem.detail !== 'string' || problem.detail === '') errors.push('a problem without a detail');
  if (Buffer.byteLength(text) > LONGEST_PROBLEM)
    errors.push(`a problem of more than ${LONGEST_PROBLEM} bytes`);
  if (CODE.test(text)) errors.push('a problem that shows code');
  return errors;
}

function decoded(body: Buffer, coding: string | undefined): string {
  const decode = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[coding ?? ''];
  return (decode === undefined ? body : decode(body)).toString('utf8');
}
