import { isObject, parseJson } from '../contract/json.ts';
import { type Answer, type Evidence, type Exchange, oddStep } from '../evidence/evidence.ts';
import { listed, type Observers, quoted, sentence } from './words.ts';

/** Gaps of keys, errors, methods and the quota. */
export const refusalObservers: Observers = {
  'credentials-leniency': ({ evidence }) => {
    const tried = answered(evidence).filter(
      ({ credential }) => !['key', 'none', 'wrong'].includes(credential),
    );
    const statuses = [...new Set(tried.map(({ answer }) => answer.status))].sort();
    return sentence(
      statuses.map((status) => {
        const ways = tried
          .filter(({ answer }) => answer.status === status)
          .map(({ credential }) => credential);
        return `${status} for ${listed(ways)}`;
      }),
    );
  },
  'unauthorized-body': ({ evidence }) => {
    const refusals = answered(evidence).flatMap(({ answer }) => (answer.status === 401 ? [answer] : []));
    if (refusals.length === 0) return undefined;
    const schemes = refusals.flatMap(({ headers }) => headers['www-authenticate'] ?? []);
    return sentence([
      `the body is ${listed(refusals.map(shapeOf))}`,
      schemes.length === 0 ? 'no WWW-Authenticate' : `WWW-Authenticate ${listed(schemes.map(quoted))}`,
    ]);
  },
  'other-methods': ({ evidence }) => {
    const asked = answered(evidence)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, endpoint, answer: { status, headers } }) => {
        const allow = headers['allow'];
        return {
          request: `${method} to ${endpoint}`,
          result: `${status}${allow === undefined ? '' : ` with Allow ${quoted(allow)}`}`,
        };
      });
    return sentence(
      [...new Set(asked.map(({ result }) => result))].map((result) => {
        const requests = asked.filter((one) => one.result === result).map(({ request }) => request);
        return `${listed(requests)} ${requests.length === 1 ? 'is' : 'are'} answered ${result}`;
      }),
    );
  },
  'malformed-dates': ({ evidence }) => toOdd(evidence, 'date', 'a date that does not exist'),
  'since-after-until': ({ evidence }) =>
    toOdd(evidence, 'range', 'an export whose beginning is after its end'),
  'bad-cursor': ({ evidence }) => toOdd(evidence, 'cursor', 'a cursor that was never given out'),
  'other-errors': ({ evidence }) =>
    sentence([
      listed(
        answered(evidence)
          .filter(({ answer: { status } }) => status >= 300 && status !== 401)
          .map(
            ({ method, endpoint, answer }) =>
              `${answer.status} to ${method} ${endpoint} as ${shapeOf(answer)}`,
          ),
      ),
    ]),
  'quota-day': ({ evidence }) => quotaHeaders(evidence, (line) => /reset|[;\s]t=\d/.test(line)),
  'quota-counting': ({ evidence }) => {
    const lines = answered(evidence).map(({ answer }) => linesOf(answer).join(', '));
    const told = lines.filter((line) => line !== '');
    const [first, last] = [told[0], told.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    return sentence([
      `${told.length} of ${lines.length} answers tell of the quota`,
      `the first ${quoted(first)}`,
      `the last ${quoted(last)}`,
    ]);
  },
  // The client keeps no answer of a 429, since nothing may be sent after it
  'quota-exceeded': ({ evidence }) => {
    const refused = evidence.exchanges.find(({ unanswered }) => unanswered?.includes('429'));
    return refused && sentence([`request ${refused.number}, to ${refused.endpoint}, was refused with 429`]);
  },
  deprecation: ({ evidence }) => {
    const lines = answered(evidence).flatMap(({ answer: { headers } }) =>
      ['deprecation', 'sunset'].flatMap((name) =>
        headers[name] === undefined ? [] : `${name} ${quoted(headers[name])}`,
      ),
    );
    return sentence([listed(lines)]);
  },
};

function toOdd(evidence: Evidence, name: string, what: string): string | undefined {
  const exchange = answered(evidence).find(({ step }) => step === `${oddStep}${name}`);
  return (
    exchange && sentence([`${what} is answered ${exchange.answer.status} as ${shapeOf(exchange.answer)}`])
  );
}

function answered({ exchanges }: Evidence): readonly (Exchange & { readonly answer: Answer })[] {
  return exchanges.flatMap((exchange) =>
    exchange.answer === undefined ? [] : [{ ...exchange, answer: exchange.answer }],
  );
}

/** Content type, and what the body is made of. */
function shapeOf({ headers, body }: Answer): string {
  const type = headers['content-type'] ?? 'no content type';
  if (body === '') return `${type} without content`;
  const value = parseJson(body);
  if (isObject(value)) return `${type} with members ${Object.keys(value).slice(0, 8).join(' ')}`;
  return value === undefined ? `${type} with text` : `${type} with JSON that is no object`;
}

/** Header lines that tell of a quota. */
function linesOf({ headers }: Answer): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /ratelimit|rate-limit|quota/.test(name) ? `${name}: ${value}` : [],
  );
}

function quotaHeaders(evidence: Evidence, isMeant: (line: string) => boolean): string | undefined {
  const line = answered(evidence)
    .flatMap(({ answer }) => linesOf(answer))
    .find(isMeant);
  return line === undefined ? undefined : sentence([`an answer says ${quoted(line)}`]);
}
