import { isObject, parseJson } from '../contract/json.ts';
import type { Credential, Exchange } from '../evidence/evidence.ts';
import { readCsv } from '../facts/csv.ts';
import type { Rule } from './rule.ts';

const requirementFor: Readonly<Record<Exclude<Credential, 'key'>, string>> = {
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

/** 401 for everything but a valid key in the one form that is allowed. */
export const credentials: Rule = {
  name: 'credentials',
  requirements: [...new Set(Object.values(requirementFor)), 'auth.no-data'],
  judge: (facts, say) => {
    const refused = new Set<string>();
    for (const exchange of facts.evidence.exchanges) {
      if (exchange.credential !== 'key' && exchange.answer?.status === 401)
        refused.add(requirementFor[exchange.credential]);
    }
    for (const exchange of facts.evidence.exchanges) {
      const { answer, credential, endpoint, method } = exchange;
      if (credential === 'key' || answer === undefined || method !== 'GET') continue;
      const requirement = requirementFor[credential];
      // Now and then a server error; the rule about those speaks of it
      if (answer.status >= 500 && refused.has(requirement)) continue;
      if (answer.status === 401) {
        say.holds(requirement);
        if (carriesData(exchange)) {
          say.breach('auth.no-data', {
            message: `the refusal of ${endpoint} carries the data all the same`,
            expected: 'a body without the resource',
            seen: answer.body.slice(0, 120),
            exchange,
          });
        } else say.holds('auth.no-data');
        continue;
      }
      say.breach(requirement, {
        message: `${endpoint} does not refuse ${describe(credential)}`,
        expected: 'status 401',
        seen: `status ${answer.status}`,
        exchange,
      });
    }
  },
};

function describe(credential: Credential): string {
  switch (credential) {
    case 'none':
      return 'a request without credentials';
    case 'wrong':
      return 'a key that was not issued';
    case 'truncated':
    case 'headless':
      return 'a part of the key';
    case 'extended':
      return 'the key with a character more';
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

const tellingMembers = ['has_estimate', 'scatter', 'by_hour', 'highlights', 'results'];

function carriesData({ endpoint, answer }: Exchange): boolean {
  if (answer === undefined) return false;
  if (endpoint === 'export.csv') return readCsv(answer.body).header.includes('timestamp');
  const body = parseJson(answer.body);
  return isObject(body) && tellingMembers.some((name) => name in body);
}
