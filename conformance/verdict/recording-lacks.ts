import { type RequirementId, requirementOf } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Exchange, isAllowed } from '../requests/exchange.ts';

/** A request that shows requirements, by the beginning of their ids; `is` recognizes one to their endpoint. */
interface Shown {
  readonly ids: RegExp;
  readonly what: string;
  readonly is?: (params: Exchange['params']) => boolean;
}

const none = (params: Exchange['params']) => Object.keys(params).length === 0;
const oneDay = ({ since, until }: Exchange['params']) => since === until;

const shownBy: readonly Shown[] = [
  { ids: /^auth\.missing/, what: 'request without a key' },
  { ids: /^auth\.wrong-key/, what: 'rejected request with a key that was never issued' },
  { ids: /^auth\.other-scheme/, what: 'request with another scheme' },
  { ids: /^auth\.keyword/, what: 'request with a key but without the word Token' },
  { ids: /^auth\.empty/, what: 'request with an incomplete Authorization header' },
  { ids: /^auth\.header-only/, what: 'request with the key outside the Authorization header' },
  { ids: /^auth\.no-data/, what: 'response with status 401' },
  { ids: /^http\.read-only/, what: 'request with POST, PUT, PATCH or DELETE' },
  { ids: /^form\.no-highlights/, what: 'request to highlights' },
  { ids: /^reports\.default-limit/, what: 'first page without a limit', is: none },
  {
    ids: /^reports\.limit-maximum/,
    what: 'page with limit 200 or more',
    is: ({ limit }) => Number(limit) >= 200,
  },
  { ids: /^reports\.limit/, what: 'page with a limit', is: ({ limit }) => limit !== undefined },
  { ids: /^reports\.previous-url/, what: 'page that was reached by a previous link' },
  { ids: /^reports\.(next-null|walk)/, what: 'walk to the end of the feed' },
  {
    ids: /^(chart|patterns|export)\.since/,
    what: 'range with a start',
    is: ({ since }) => since !== undefined,
  },
  {
    ids: /^(chart|patterns|export)\.until/,
    what: 'range with an end',
    is: ({ until }) => until !== undefined,
  },
  { ids: /^patterns\.all-time/, what: 'request for patterns of all time', is: none },
  { ids: /^chart\.default-today/, what: 'chart without parameters', is: none },
  { ids: /^chart\.(long-|open_window-long)/, what: 'chart of a long range', is: (params) => !oneDay(params) },
  { ids: /^chart\.(day-|open_window|line-null)/, what: 'chart of a single day', is: oneDay },
  { ids: /^highlights\.default-days/, what: 'request for highlights without days', is: none },
  {
    ids: /^highlights\.maximum-days/,
    what: 'request for the highlights of 60 days or more',
    is: ({ days }) => Number(days) >= 60,
  },
  {
    ids: /^highlights\.days/,
    what: 'request for highlights with days',
    is: ({ days }) => days !== undefined,
  },
];

/** What a recording lacks to exercise a requirement that no rule said anything about. */
export function lackOf(id: RequirementId, { exchanges }: Evidence): string {
  const { endpoints } = requirementOf(id);
  const recorded = exchanges.filter(
    (exchange) =>
      isAllowed(exchange) && exchange.response?.status === 200 && endpoints.includes(exchange.endpoint),
  );
  const shown = shownBy.find(({ ids }) => ids.test(id));
  if (shown !== undefined && !recorded.some(({ params }) => shown.is?.(params) === true))
    return `the recording has no ${shown.what}`;
  if (recorded.length === 0) return `the recording has no response of ${endpoints.join(' or ')}`;
  // Most of what compares responses needs all reports of some days
  return 'the recording has nothing to compare the responses with, such as an export';
}
