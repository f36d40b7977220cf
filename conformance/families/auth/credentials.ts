import { mainFieldOf } from '../../contract/fields.ts';
import { isObject, parseJson } from '../../contract/json.ts';
import { endpointsOf, isCsv } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { dayNumber } from '../../facts/calendar.ts';
import { readCsv } from '../../facts/csv.ts';
import type { Credential, Exchange } from '../../requests/exchange.ts';
import type { Rule } from '../rule.ts';

const requirementFor: Readonly<Record<Exclude<Credential, 'key'>, RequirementId>> = {
  none: 'auth.missing',
  wrong: 'auth.wrong-key',
  truncated: 'auth.wrong-key',
  headless: 'auth.wrong-key',
  extended: 'auth.wrong-key',
  bearer: 'auth.other-scheme',
  basic: 'auth.other-scheme',
  bare: 'auth.keyword',
  joined: 'auth.keyword',
  'keyword-only': 'auth.empty',
  trailing: 'auth.empty',
  elsewhere: 'auth.header-only',
};

/** Everything except a valid key in the documented form is rejected with 401. */
export const credentials: Rule = {
  name: 'credentials',
  judge: (facts, ledger) => {
    const rejected = new Set<string>();
    for (const exchange of facts.evidence.exchanges) {
      if (exchange.credential !== 'key' && exchange.response?.status === 401)
        rejected.add(requirementFor[exchange.credential]);
    }
    for (const exchange of facts.evidence.exchanges) {
      const { response, credential, endpoint, method } = exchange;
      if (credential === 'key' || response === undefined || method !== 'GET') continue;
      const requirement = requirementFor[credential];
      // An occasional server error is reported by the transport rule
      if (response.status >= 500 && rejected.has(requirement)) continue;
      if (response.status === 401) {
        ledger.pass(requirement);
        if (carriesData(exchange)) {
          ledger.fail('auth.no-data', {
            message: `the 401 of ${endpoint} contains the data`,
            expected: 'a body without the resource',
            seen: response.body,
            exchange,
          });
        } else ledger.pass('auth.no-data');
        continue;
      }
      const breach = {
        message: `${endpoint} does not reject ${describe(credential)}`,
        expected: 'status 401',
        seen: `status ${response.status}`,
        exchange,
      };
      if (response.status === 403 && isOddOtherwise(exchange))
        ledger.warn(requirement, { ...breach, message: `${breach.message}; perhaps a firewall responds` });
      else ledger.fail(requirement, breach);
    }
  },
};

/** Whether a firewall may respond before anything looks at the credential: to a date that does not exist, or to unknown parameters. */
function isOddOtherwise({ credential, params }: Exchange): boolean {
  const dates = [params['since'], params['until']].filter((date) => date !== undefined);
  return credential === 'elsewhere' || dates.some((date) => dayNumber(date) === undefined);
}

function describe(credential: Credential): string {
  switch (credential) {
    case 'none':
      return 'a request without credentials';
    case 'wrong':
      return 'a key that was never issued';
    case 'truncated':
    case 'headless':
      return 'part of the key';
    case 'extended':
      return 'the key with one character added';
    case 'bearer':
    case 'basic':
      return `the ${credential} scheme`;
    case 'bare':
      return 'the key without the word Token';
    case 'joined':
      return 'the word Token and the key without a space between them';
    case 'keyword-only':
      return 'the word Token without a key';
    case 'trailing':
      return 'text after the key';
    default:
      return 'a key that is not in the Authorization header';
  }
}

function carriesData({ endpoint, response }: Exchange): boolean {
  if (response === undefined) return false;
  if (isCsv(endpoint)) return readCsv(response.body).header.includes('timestamp');
  const body = parseJson(response.body);
  return isObject(body) && mainMembers().some((name) => name in body);
}

/** The members by which JSON bodies are recognized. */
function mainMembers(): readonly string[] {
  return ([1, 2] as const).flatMap((form) =>
    endpointsOf(form)
      .filter((endpoint) => !isCsv(endpoint))
      .flatMap((endpoint) => mainFieldOf(form, endpoint)?.pointer.slice(1) ?? []),
  );
}
