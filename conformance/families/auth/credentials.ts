import { mainFieldOf } from '../../contract/fields.ts';
import { isObject, parseJson } from '../../contract/json.ts';
import { endpointsOf, isCsv } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { dayNumber } from '../../facts/calendar.ts';
import { readCsv } from '../../facts/csv.ts';
import type { Credential, Exchange } from '../../requests/exchange.ts';
import type { Rule } from '../rule.ts';

/** The requirement that says that a credential is rejected, and the credential in words. */
const rejections: Readonly<Record<Exclude<Credential, 'key'>, readonly [RequirementId, what: string]>> = {
  none: ['auth.missing', 'a request without credentials'],
  wrong: ['auth.wrong-key', 'a key that was never issued'],
  truncated: ['auth.wrong-key', 'part of the key'],
  headless: ['auth.wrong-key', 'part of the key'],
  extended: ['auth.wrong-key', 'the key with one character added'],
  bearer: ['auth.other-scheme', 'the bearer scheme'],
  basic: ['auth.other-scheme', 'the basic scheme'],
  bare: ['auth.keyword', 'the key without the word Token'],
  joined: ['auth.keyword', 'the word Token and the key without a space between them'],
  'keyword-only': ['auth.empty', 'the word Token without a key'],
  trailing: ['auth.empty', 'text after the key'],
  elsewhere: ['auth.header-only', 'a key that is not in the Authorization header'],
};

/** Everything except a valid key in the documented form is rejected with 401. */
export const credentials: Rule = {
  name: 'credentials',
  judge: (facts, ledger) => {
    const rejected = new Set<string>();
    for (const exchange of facts.evidence.exchanges) {
      if (exchange.credential !== 'key' && exchange.response?.status === 401)
        rejected.add(rejections[exchange.credential][0]);
    }
    for (const exchange of facts.evidence.exchanges) {
      const { response, credential, endpoint, method } = exchange;
      if (credential === 'key' || response === undefined || method !== 'GET') continue;
      const [requirement, what] = rejections[credential];
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
        message: `${endpoint} does not reject ${what}`,
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

/** Checks whether a firewall may respond before anything looks at the credential: to a date that does not exist, or to unknown parameters. */
function isOddOtherwise({ credential, params }: Exchange): boolean {
  const dates = [params['since'], params['until']].filter((date) => date !== undefined);
  return credential === 'elsewhere' || dates.some((date) => dayNumber(date) === undefined);
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
