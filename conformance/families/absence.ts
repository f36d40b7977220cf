import { arrayIn } from '../contract/json.ts';
import type { Endpoint } from '../contract/operations.ts';
import { requirementsFor } from '../contract/requirements.ts';
import type { Facts } from '../facts/facts.ts';
import { isAllowed } from '../requests/exchange.ts';
import type { Rule } from './rule.ts';

/** A requirement of more endpoints than this is one of each of them, not a comparison. */
const mostCompared = 3;

/** Names the endpoints that never responded. It comes before rules that give other reasons, since reports show the first one. */
export const silence: Rule = {
  name: 'silence',
  judge: (facts, ledger) => {
    for (const { id, endpoints } of requirementsFor(facts.form, 'full')) {
      const reasons = endpoints.map((endpoint) => silenceOf(facts, endpoint));
      const reason = reasons.find((one) => one !== undefined);
      const isWhole = endpoints.length <= mostCompared || reasons.every((one) => one !== undefined);
      if (reason !== undefined && isWhole) ledger.notApplicable(id, reason);
    }
  },
};

/** Says that there are no reports or highlights. It is the last rule: a reason of a rule's own is more precise. */
export const absence: Rule = {
  name: 'absence',
  judge: (facts, ledger) => {
    const ofReports = emptyStore(facts);
    const hasHighlights = facts.highlights.some(({ body }) => arrayIn(body, 'highlights').length > 0);
    for (const { id, endpoints } of requirementsFor(facts.form, 'full')) {
      if (endpoints.every((endpoint) => endpoint === 'highlights')) {
        if (!hasHighlights) ledger.notApplicable(id, 'there are no highlights');
      } else if (ofReports !== undefined) ledger.notApplicable(id, ofReports);
    }
  },
};

/** What an endpoint responds to allowed requests, if that is never 200; undefined if it was not asked. */
function silenceOf({ responsesByEndpoint, evidence }: Facts, endpoint: Endpoint): string | undefined {
  if ((responsesByEndpoint.get(endpoint)?.length ?? 0) > 0) return undefined;
  const statuses = evidence.exchanges.flatMap((exchange) =>
    exchange.endpoint === endpoint && isAllowed(exchange) ? (exchange.response?.status ?? []) : [],
  );
  if (statuses.length === 0) return undefined;
  return `${endpoint} never responded with 200, but with ${[...new Set(statuses)].sort().join(', ')}`;
}

/** Why the run has hardly any reports to check, if so. */
export function emptyStore({ groups, stable, arrivals, pages, exports, charts }: Facts): string | undefined {
  const known = groups.filter(({ t }) => stable(t)).reduce((sum, { count }) => sum + count, 0);
  if (known > 1) return undefined;
  if (known === 1) return 'there is a single report';
  if (arrivals) return 'the first reports arrived during the run';
  const isUnreadable =
    pages.some(({ length }) => length > 0) ||
    exports.some(({ cells }) => cells.length > 0) ||
    charts.some(({ unreadable }) => unreadable > 0);
  return isUnreadable ? 'no report could be read' : 'there are no reports';
}
