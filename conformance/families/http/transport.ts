import { isJsonType, isTooDeep, mayLabelJson, parseJson } from '../../contract/json.ts';
import { endpointsOf, isCsv, parametersOf } from '../../contract/operations.ts';
import { daysBetween } from '../../facts/calendar.ts';
import type { Facts } from '../../facts/facts.ts';
import { type Exchange, isAllowed, isUnspecified } from '../../requests/exchange.ts';
import { unaskedCoding } from '../../requests/send-request.ts';
import { limits } from '../../safety/limits.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

/** Days of a range that every service must be able to show; the description leaves the maximum open. */
const shortRange = 31;

/** Status codes, content types and methods. */
export const transport: Rule = {
  name: 'transport',
  judge: (facts, ledger) => {
    for (const exchange of facts.evidence.exchanges) {
      if (exchange.response === undefined) continue;
      judgeServerError(facts, exchange, ledger);
      if (isAllowed(exchange)) judgeAllowed(facts, exchange, ledger);
      if (exchange.method !== 'GET') judgeMethod(facts, exchange, ledger);
    }
  },
};

function judgeServerError(facts: Facts, exchange: Exchange, ledger: Ledger): void {
  const status = exchange.response?.status ?? 0;
  const breach = {
    message: `${exchange.method} ${exchange.endpoint}${exchange.credential === 'key' ? '' : ' without a valid key'} got status ${status}`,
    expected: 'no status of 500 or more',
    seen: String(status),
    exchange,
  };
  const isForeign = !endpointsOf(facts.form).includes(exchange.endpoint);
  // 501 is a valid response to an unknown method
  if (status < 500 || (status === 501 && exchange.method !== 'GET')) ledger.pass('http.no-server-error');
  else if (isUnspecified(exchange) || isOverMaximum(exchange) || isForeign)
    ledger.warn('http.no-server-error', breach);
  else ledger.fail('http.no-server-error', breach);
}

/** Checks whether a request asks for what the description leaves open, so that it may be rejected. */
function isLeftOpen(exchange: Exchange): boolean {
  const { since, until } = exchange.params;
  if (since === undefined && until === undefined) return isOverMaximum(exchange);
  // That the range of the export is optional may mean both its ends
  if (until === undefined) return isCsv(exchange.endpoint);
  return since === undefined || daysBetween(since, until) >= shortRange;
}

/** Checks whether a parameter is above its maximum. */
function isOverMaximum({ endpoint, params }: Exchange): boolean {
  return ([1, 2] as const).some((form) =>
    parametersOf(form, endpoint).some(
      ({ name, maximum }) => maximum !== undefined && Number(params[name]) > maximum,
    ),
  );
}

function judgeAllowed(facts: Facts, exchange: Exchange, ledger: Ledger): void {
  const { response, endpoint } = exchange;
  if (response === undefined) return;
  const { status } = response;
  if (!endpointsOf(facts.form).includes(endpoint)) return;
  // 403 may also say that more is asked for than anyone may have
  if (status === 401 || (status === 403 && !isLeftOpen(exchange)))
    return ledger.fail('auth.accepted', {
      message: `the valid key is rejected on ${endpoint}`,
      expected: 'status 200',
      seen: `status ${status}`,
      exchange,
    });
  ledger.pass('auth.accepted');
  if (status !== 200) {
    const mayReject =
      status >= 400 && status < 500 && (status !== 404 || isOverMaximum(exchange)) && isLeftOpen(exchange);
    if (mayReject || status >= 500) return;
    ledger.fail('http.answers', {
      message:
        'cursor' in exchange.params
          ? `${endpoint} does not respond with 200 to the cursor of a page's link`
          : `${endpoint} does not respond to an allowed request with 200`,
      expected: 'status 200',
      seen: `status ${status}`,
      exchange,
    });
    return;
  }
  ledger.pass('http.answers');
  const coding = unaskedCoding(response);
  if (coding !== undefined)
    return ledger.fail(isCsv(endpoint) ? 'export.csv' : 'http.json', {
      message: `the body of ${endpoint} has the content coding ${coding}, which the request does not accept`,
      expected: 'no content coding, or one of Accept-Encoding',
      seen: coding,
      exchange,
    });
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (isCsv(endpoint)) {
    const json = parseJson(response.body);
    const csv = (typeof json !== 'object' || json === null) && !/^\s*</.test(response.body);
    // The content type of the export is left open
    check(ledger, 'export.csv', csv, () => ({
      message: 'the export is not CSV',
      expected: 'CSV text',
      seen: `${type || 'no content type'}: ${response.body}`,
      exchange,
    }));
    return;
  }
  const parsed = parseJson(response.body);
  if (typeof parsed !== 'object' || parsed === null) {
    const isDeep = isTooDeep(response.body);
    ledger.fail('http.json', {
      message: isDeep
        ? `the body of ${endpoint} is nested deeper than ${limits.jsonDepth} levels, so it is not read`
        : `the body of ${endpoint} is not a JSON object`,
      expected: isDeep ? 'a JSON object of the documented shape' : 'a JSON object',
      seen: response.body || 'an empty body',
      exchange,
    });
  } else if (!isJsonType(type)) {
    ledger[mayLabelJson(type) ? 'warn' : 'fail']('http.json', {
      message: `the content type of ${endpoint} is not JSON`,
      expected: 'content type application/json',
      seen: type || 'no content type',
      exchange,
    });
  } else ledger.pass('http.json');
}

function judgeMethod(facts: Facts, exchange: Exchange, ledger: Ledger): void {
  const status = exchange.response?.status ?? 0;
  const breach = {
    message: `${exchange.method} ${exchange.endpoint} is accepted`,
    expected: 'a rejection such as 405',
    seen: `status ${status}`,
    exchange,
  };
  if (status < 200 || status >= 300) ledger.pass('http.read-only');
  else if (isCachedGet(facts, exchange)) ledger.warn('http.read-only', breach);
  else ledger.fail('http.read-only', breach);
}

/** Checks whether a cache in front responded with what the endpoint once sent for a GET, without asking the deployment. */
function isCachedGet({ evidence }: Facts, { endpoint, response }: Exchange): boolean {
  const isSame = (one: Exchange) =>
    one.method === 'GET' && one.endpoint === endpoint && one.response?.body === response?.body;
  return response?.headers['age'] !== undefined && evidence.exchanges.some(isSame);
}
