import { type Facts, groupsIn } from '../../facts/facts.ts';
import type { Ledger } from '../rule.ts';
import { failAtEachEndpoint } from './each-endpoint.ts';
import type { Occurrence } from './occurrences.ts';

/**
 * Reports that all dates are a month early if today's chart is of the day a month before the Date header, and a day that has reports has none
 * when it is requested. Returns whether it has.
 */
export function reportMonthsFromZero(
  facts: Facts,
  occurrences: readonly Occurrence[],
  ledger: Ledger,
): boolean {
  const { headerToday, chartToday } = facts.clock;
  if (headerToday === undefined || chartToday !== fromZero(headerToday)) return false;
  const isMissed = facts.charts.some(
    ({ since, until, scatter }) =>
      since !== undefined &&
      since === until &&
      scatter.length === 0 &&
      facts.fullyObserved(since) &&
      groupsIn(facts, since, since).some(({ count }) => count > 0),
  );
  if (!isMissed) return false;
  failAtEachEndpoint(facts, occurrences, ledger, {
    message: 'all dates are a month before the Date header, as if months were written from 0',
    expected: headerToday,
    seen: chartToday,
  });
  return true;
}

/** The date as `getMonth` has it. */
function fromZero(date: string): string {
  return date.replace(/-(\d\d)-/, (_, month) => `-${String(month - 1).padStart(2, '0')}-`);
}
