import { isObject, parseJson } from '../../contract/json.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { type Exchange, type HttpResponse, unspecifiedPrefix } from '../../requests/exchange.ts';
import { listed, type Observers, quoted, sentence } from './words.ts';

/** Gaps of keys, errors, methods and the quota. */
export const rejectionObservers: Observers = {
  'credentials-leniency': ({ evidence }) => {
    const tried = withResponse(evidence).filter(
      ({ credential }) => !['key', 'none', 'wrong'].includes(credential),
    );
    const statuses = [...new Set(tried.map(({ response }) => response.status))].sort();
    return sentence(
      statuses.map((status) => {
        const ways = tried
          .filter(({ response }) => response.status === status)
          .map(({ credential }) => credential);
        return `${status} for ${listed(ways)}`;
      }),
    );
  },
  'unauthorized-body': ({ evidence }) => {
    const rejections = withResponse(evidence).flatMap(({ response }) =>
      response.status === 401 ? [response] : [],
    );
    if (rejections.length === 0) return undefined;
    const schemes = rejections.flatMap(({ headers }) => headers['www-authenticate'] ?? []);
    return sentence([
      `the body is ${listed(rejections.map(shapeOf))}`,
      schemes.length === 0 ? 'no WWW-Authenticate' : `WWW-Authenticate ${listed(schemes.map(quoted))}`,
    ]);
  },
  'other-methods': ({ evidence }) => {
    const attempts = withResponse(evidence)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, endpoint, response: { status, headers } }) => {
        const allow = headers['allow'];
        return {
          request: `${method} to ${endpoint}`,
          result: `${status}${allow === undefined ? '' : ` with Allow ${quoted(allow)}`}`,
        };
      });
    return sentence(
      [...new Set(attempts.map(({ result }) => result))].map((result) => {
        const requests = attempts.filter((one) => one.result === result).map(({ request }) => request);
        return `${listed(requests)} ${requests.length === 1 ? 'gets' : 'get'} ${result}`;
      }),
    );
  },
  'malformed-dates': ({ evidence }) => observeResponse(evidence, 'date', 'a date that does not exist'),
  'since-after-until': ({ evidence }) =>
    observeResponse(evidence, 'range', 'an export with since after until'),
  'bad-cursor': ({ evidence }) => observeResponse(evidence, 'cursor', 'a cursor that was never issued'),
  'other-errors': ({ evidence }) =>
    sentence([
      listed(
        withResponse(evidence)
          .filter(({ response: { status } }) => status >= 300 && status !== 401)
          .map(
            ({ method, endpoint, response }) =>
              `${response.status} to ${method} ${endpoint} as ${shapeOf(response)}`,
          ),
      ),
    ]),
  'quota-day': ({ evidence }) => quotaHeaders(evidence, (line) => /reset|[;\s]t=\d/.test(line)),
  'quota-counting': ({ evidence }) => {
    const lines = withResponse(evidence).map(({ response }) => linesOf(response).join(', '));
    const present = lines.filter((line) => line !== '');
    const [first, last] = [present[0], present.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    return sentence([
      `${present.length} of ${lines.length} responses show the quota`,
      `the first ${quoted(first)}`,
      `the last ${quoted(last)}`,
    ]);
  },
  // The client keeps no response of a 429, since nothing may be sent after it
  'quota-exceeded': ({ evidence }) => {
    const rejected = evidence.exchanges.find(({ unanswered }) => unanswered?.includes('429'));
    return (
      rejected && sentence([`request ${rejected.number}, to ${rejected.endpoint}, was rejected with 429`])
    );
  },
  'response-headers': ({ evidence }) => {
    const successes = withResponse(evidence).filter(({ response }) => response.status === 200);
    const names = successes.flatMap(({ response: { headers } }) =>
      ['cache-control', 'etag', 'last-modified', 'vary'].filter((name) => headers[name] !== undefined),
    );
    return names.length === 0 ? undefined : sentence([`successful responses have ${listed(names.sort())}`]);
  },
  'request-ids': ({ evidence }) => {
    const responses = withResponse(evidence);
    const named = responses.filter(({ response: { headers } }) => headers['x-request-id'] !== undefined);
    if (named.length === 0) return undefined;
    return sentence([`${named.length} of ${responses.length} responses have X-Request-Id`]);
  },
  deprecation: ({ evidence }) => {
    const lines = withResponse(evidence).flatMap(({ response: { headers } }) =>
      ['deprecation', 'sunset'].flatMap((name) =>
        headers[name] === undefined ? [] : `${name} ${quoted(headers[name])}`,
      ),
    );
    return sentence([listed(lines)]);
  },
};

function observeResponse(evidence: Evidence, name: string, what: string): string | undefined {
  const exchange = withResponse(evidence).find(({ step }) => step === `${unspecifiedPrefix}${name}`);
  return exchange && sentence([`${what} gets ${exchange.response.status} as ${shapeOf(exchange.response)}`]);
}

function withResponse({ exchanges }: Evidence): readonly (Exchange & { readonly response: HttpResponse })[] {
  return exchanges.flatMap((exchange) =>
    exchange.response === undefined ? [] : [{ ...exchange, response: exchange.response }],
  );
}

/** Content type, and what the body is made of. */
function shapeOf({ headers, body }: HttpResponse): string {
  const type = headers['content-type'] ?? 'no content type';
  if (body === '') return `${type} without content`;
  const value = parseJson(body);
  if (isObject(value)) return `${type} with members ${Object.keys(value).slice(0, 8).join(' ')}`;
  return value === undefined ? `${type} with text` : `${type} with JSON that is not an object`;
}

/** Header lines about a quota. */
function linesOf({ headers }: HttpResponse): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /ratelimit|rate-limit|quota/.test(name) ? `${name}: ${value}` : [],
  );
}

function quotaHeaders(evidence: Evidence, isWanted: (line: string) => boolean): string | undefined {
  const line = withResponse(evidence)
    .flatMap(({ response }) => linesOf(response))
    .find(isWanted);
  return line === undefined ? undefined : sentence([`a response says ${quoted(line)}`]);
}
