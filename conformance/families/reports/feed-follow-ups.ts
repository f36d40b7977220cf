import type { Facts } from '../../facts/facts.ts';
import { followUp } from '../../facts/feed-roles.ts';
import type { FeedPage } from '../../facts/responses.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import type { Ledger } from '../rule.ts';

/** A page reached by a link starts exactly where the other page ended. */
export function judgeFollowUps(facts: Facts, ledger: Ledger): void {
  const order = new Map(facts.walk.reports.map(({ id }, at) => [id, at]));
  for (const first of facts.pages) {
    const second = followUp(first, 'next', facts.pages);
    if (second === undefined || facts.walk.pages.includes(second)) continue;
    const last = first.reports.at(-1);
    const next = second.reports[0];
    if (last === undefined || next === undefined) continue;
    const [a, b] = [order.get(last.id), order.get(next.id)];
    const repeated = second.reports.find(({ id }) => first.reports.some((one) => one.id === id));
    if (repeated !== undefined)
      ledger.fail('reports.walk', {
        message: 'the next page repeats a report',
        expected: 'reports that follow',
        seen: `id ${repeated.id}`,
        exchange: second.exchange,
      });
    else if (a !== undefined && b !== undefined && b !== a + 1 && isMisplaced(facts, first, second))
      ledger.fail('reports.walk', {
        message: 'the next page does not start where the previous one ends',
        expected: `id ${facts.walk.reports[a + 1]?.id}`,
        seen: `id ${next.id}`,
        exchange: second.exchange,
      });
    else ledger.pass('reports.walk');
  }
}

/**
 * Checks whether a page leads to newer reports, or the walk has a report that both pages should show and neither does. Reports of one time
 * may be in any order.
 */
function isMisplaced(facts: Facts, first: FeedPage, second: FeedPage): boolean {
  const shown = new Set([...first.reports, ...second.reports].map(({ id }) => id));
  const microsOf = (report: FeedPage['reports'][number] | undefined) => report?.t.micros ?? 0;
  const [end, start] = [microsOf(first.reports.at(-1)), microsOf(second.reports[0])];
  const last = microsOf(second.reports.at(-1));
  const isLost = ({ id, t }: FeedPage['reports'][number]) =>
    !shown.has(id) && t.micros <= end && t.micros > last && !isRemoved(facts, t, second);
  return start > end || facts.walk.reports.some(isLost);
}

/** Checks whether a report was removed during the run, as far as later pages show. */
function isRemoved(facts: Facts, t: Timestamp, { exchange: { number } }: FeedPage): boolean {
  const group = facts.groupOf(t);
  if (!facts.stable(t) || group === undefined) return true;
  return facts.changes.readings.some(
    (later) =>
      later.exchange.number > number &&
      later.covers(group) &&
      (later.counts.get(group.key) ?? 0) < group.count,
  );
}
