import type { Exchange, RequestSpec } from '../requests/exchange.ts';
import type { ChosenRequests } from '../requests/probe-dates.ts';
import { isRereading } from '../requests/rereading.ts';
import type { Change } from './changes.ts';
import { chooseProbeDates } from './choose-probe-dates.ts';
import type { Facts } from './facts.ts';
import { isUnranged, type PatternsResponse } from './responses.ts';

/** Chooses what to request next; the same evidence always yields the same. */
export function chooseRequests(facts: Facts): ChosenRequests {
  return { dates: chooseProbeDates(facts), rereading: chooseRereading(facts) };
}

/**
 * The request to repeat, if a report of the past or a highlight may have changed during the run: the response then shows whether it
 * did, or an endpoint is wrong.
 */
function chooseRereading(facts: Facts): RequestSpec | undefined {
  const { changes, patterns, evidence } = facts;
  const repeated = new Set(evidence.exchanges.filter(isRereading).map(({ url }) => url));
  const all = changes.open.flatMap(confirming).filter(({ url }) => !repeated.has(url));
  const confirms = ({ number }: Exchange) => all.filter((other) => other.number === number).length;
  // Pages of the feed may move
  const isPage = ({ endpoint }: Exchange) => Number(endpoint === 'reports');
  const [best] = all.toSorted(
    (a, b) => confirms(b) - confirms(a) || isPage(a) - isPage(b) || a.number - b.number,
  );
  if (best !== undefined) return asRequest(best);
  const highlight = facts.highlightChanges.open.find(({ url }) => !repeated.has(url));
  if (highlight !== undefined || changes.confirmed.size > 0) return highlight && asRequest(highlight);
  const isOdd = (one: PatternsResponse) =>
    (facts.differencesOf(one) ?? 0) > 0 && !mayCountArrivals(facts, one);
  const odd = patterns.filter(isOdd);
  const [besides] = odd
    .flatMap((response) => explaining(facts, response) ?? [])
    .filter(({ url }) => !repeated.has(url));
  return besides && asRequest(besides);
}

/** Checks whether new reports arrived, and may be in the counts. */
function mayCountArrivals({ groups, walk }: Facts, { until }: PatternsResponse): boolean {
  const [first, newest] = [walk.reports[0]?.t.micros ?? 0, groups.at(-1)?.t.micros ?? 0];
  return until === undefined && newest > first;
}

/** The requests from before a change whose repetition would confirm it. */
function confirming({ before, after }: Change): readonly Exchange[] {
  const [first, ...others] = new Set(after.map(({ exchange }) => exchange.endpoint));
  const all = before.map(({ exchange }) => exchange);
  return others.length > 0 ? all : all.filter(({ endpoint }) => endpoint !== first);
}

/**
 * The request to repeat if only patterns differ from the reports: all-time patterns, which come before most responses, or else what showed
 * all reports of the range before.
 */
function explaining({ changes, groups }: Facts, odd: PatternsResponse): Exchange | undefined {
  const { since, until, exchange } = odd;
  if (isUnranged(odd)) return exchange;
  const own = groups.filter(({ t: { date } }) => date >= (since ?? '') && date <= (until ?? '9999-12-31'));
  const before = changes.readings.filter((one) => one.exchange.number < exchange.number);
  return before.findLast(({ covers }) => own.every(covers))?.exchange;
}

function asRequest({ endpoint, params }: Exchange): RequestSpec {
  return { endpoint, params };
}
