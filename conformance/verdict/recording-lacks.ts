import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isAllowed } from '../requests/exchange.ts';

/** The request or response that shows a requirement, by the beginning of its id. */
const shownBy: readonly (readonly [RegExp, string])[] = [
  [/^auth\.missing/, 'request without a key'],
  [/^auth\.wrong-key/, 'rejected request with a key that was never issued'],
  [/^auth\.other-scheme/, 'request with another scheme'],
  [/^auth\.keyword/, 'request with a key but without the word Token'],
  [/^auth\.empty/, 'request with an incomplete Authorization header'],
  [/^auth\.header-only/, 'request with the key outside the Authorization header'],
  [/^auth\.no-data/, 'response with status 401'],
  [/^http\.read-only/, 'request with POST, PUT, PATCH or DELETE'],
  [/^form\.no-highlights/, 'request to highlights'],
  [/^reports\.default-limit/, 'first page without a limit'],
  [/^reports\.limit-maximum/, 'page with limit 200 or more'],
  [/^reports\.limit/, 'page with a limit'],
  [/^reports\.previous-url/, 'page that was reached by a previous link'],
  [/^reports\.(next-null|walk)/, 'walk to the end of the feed'],
  [/^(chart|patterns|export)\.since/, 'range with a start'],
  [/^(chart|patterns|export)\.until/, 'range with an end'],
  [/^patterns\.all-time/, 'request for patterns of all time'],
  [/^chart\.default-today/, 'chart without parameters'],
  [/^chart\.long-/, 'chart of two weeks or more'],
  [/^chart\.(day-|open_window|line-null)/, 'chart of a single day'],
  [/^highlights\.default-days/, 'request for highlights without days'],
  [/^highlights\.maximum-days/, 'request for the highlights of 60 days or more'],
  [/^highlights\.days/, 'request for highlights with days'],
];

/** What a recording lacks to exercise a requirement that no rule said anything about. */
export function lackOf(id: RequirementId, { exchanges }: Evidence): string {
  const { endpoints } = requirementOf(id);
  const has = exchanges.some(
    (exchange) =>
      isAllowed(exchange) && exchange.response?.status === 200 && endpoints.includes(exchange.endpoint),
  );
  const shown = shownBy.find(([pattern]) => pattern.test(id))?.[1];
  const what = shown ?? (has ? 'response that shows it' : `response of ${endpoints.join(' or ')}`);
  return `the recording has no ${what}`;
}
