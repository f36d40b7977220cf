import type { RequirementId } from '../../contract/requirements.ts';
import type { ReportGroup } from '../../facts/consensus.ts';
import type { Facts } from '../../facts/facts.ts';
import { extremes } from '../../facts/numbers.ts';
import type { FeedPage } from '../../facts/responses.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { someOf } from '../range-differences.ts';
import type { Ledger, Rule } from '../rule.ts';
import { judgeFollowUps } from './feed-follow-ups.ts';

/** The walk through the feed visits every report once, and ends with the oldest. */
export const feedWalk: Rule = {
  name: 'feed-walk',
  judge: (facts, ledger) => {
    judgeFollowUps(facts, ledger);
    judgeWalk(facts, ledger);
  },
};

function judgeWalk(facts: Facts, ledger: Ledger): void {
  const { pages, reports, complete } = facts.walk;
  const last = pages.at(-1);
  if (last === undefined || !facts.walk.readable) return;
  const met = pages.reduce((sum, page) => sum + page.reports.length, 0);
  const breach = (
    id: RequirementId,
    message: string,
    expected: string,
    seen: string,
    exchange = last.exchange,
  ) => ledger.fail(id, { message, expected, seen, exchange });
  if (met > reports.length) {
    const repeated = pages.find((page, at) =>
      page.reports.some((one) =>
        pages.slice(0, at).some((before) => before.reports.some((other) => other.id === one.id)),
      ),
    );
    breach(
      'reports.walk',
      'the walk visits a report twice',
      'each report once',
      `${met - reports.length} repeated`,
      repeated?.exchange ?? last.exchange,
    );
  }
  if (pages.length > 1 && last.length === 0) {
    // With a next of its own, it may be followed by older reports
    const older = last.next === null ? olderThan(facts, pages.at(-2)?.reports.at(-1)?.t) : [];
    breach(
      older.length > 0 ? 'reports.walk' : 'reports.next-null',
      'next leads to a page without reports',
      older.length > 0 ? someOf(older.map(({ t }) => t)) : 'null on the page before',
      String(pages.at(-2)?.next),
      pages.at(-2)?.exchange,
    );
  }
  if (complete) judgeEnd(facts, last, ledger);
  else ledger.notApplicable('reports.next-null', 'the walk did not reach the end of the feed');
  judgeEarlyEnds(facts, ledger);
  judgeLoss(facts, ledger);
}

/**
 * Reports older than one of the feed that the walk doesn't show, and every other endpoint that covers them does; none if the other
 * endpoints contradict the time of that one.
 */
function olderThan(facts: Facts, oldest: Timestamp | undefined): readonly ReportGroup[] {
  if (oldest === undefined || !isShownElsewhere(facts, oldest)) return [];
  return facts.groups.filter(
    ({ counts, t }) =>
      facts.stable(t) &&
      (counts.feed ?? 0) === 0 &&
      isShownByAll([counts.export, counts.chart]) &&
      t.micros < oldest.micros,
  );
}

/** No report may be older than the last page. */
function judgeEnd(facts: Facts, last: FeedPage, ledger: Ledger): void {
  const older = olderThan(facts, last.reports.at(-1)?.t ?? facts.walk.reports.at(-1)?.t);
  // A feed that also loses newer reports lacks the oldest for the same reason; an empty page has been checked
  if (older.length > 0 && last.length > 0 && lostIn(facts).length === 0)
    ledger.fail('reports.next-null', {
      message: 'next is null although older reports exist',
      expected: someOf(older.map(({ t }) => t)),
      seen: 'null',
      exchange: last.exchange,
    });
  else if (older.length === 0) ledger.pass('reports.next-null');
}

/** A page outside the walk ends the feed although the walk shows older reports, as when one link in a few is missing. */
function judgeEarlyEnds(facts: Facts, ledger: Ledger): void {
  for (const page of facts.pages) {
    const end = page.reports.at(-1)?.t;
    if (page.next !== null || end === undefined || facts.walk.pages.includes(page)) continue;
    if (facts.walk.reports.some(({ t }) => t.micros < end.micros && facts.stable(t)))
      ledger.fail('reports.next-null', {
        message: 'next is null on a page that is not the last',
        expected: 'a URL',
        seen: 'null',
        exchange: page.exchange,
      });
  }
}

/** Checks whether every endpoint that covers a time shows a report there. */
function isShownByAll(counts: readonly (number | undefined)[]): boolean {
  const covering = counts.filter((count) => count !== undefined);
  return covering.length > 0 && covering.every((count) => count > 0);
}

/** Checks whether an endpoint that covers a report of the feed shows it at that time; if not, its times differ from the feed's. */
function isShownElsewhere(facts: Facts, t: Timestamp): boolean {
  const counts = facts.groupOf(t)?.counts;
  const others = [counts?.export, counts?.chart].filter((count) => count !== undefined);
  return others.length === 0 || others.some((count) => count > 0);
}

/** Times up to the end of the walk at which it shows another number of reports than other endpoints do. */
function differingIn({ groups, stable, walk }: Facts): readonly ReportGroup[] {
  // What is older than the last page is lost because next is null there
  const [oldest] = extremes(walk.reports.map(({ t }) => t.micros));
  return groups.filter(
    ({ counts, count, t }) =>
      counts.feed !== undefined &&
      stable(t) &&
      (t.micros >= oldest || walk.reports.length === 0) &&
      (counts.feed !== count ||
        (counts.export !== undefined && counts.chart === undefined && counts.feed < counts.export)),
  );
}

function lostIn(facts: Facts): readonly ReportGroup[] {
  return differingIn(facts).filter(
    ({ counts }) => (counts.feed ?? 0) < Math.max(counts.export ?? 0, counts.chart ?? 0),
  );
}

/** Reports that other endpoints show but the walk does not, and vice versa. */
function judgeLoss(facts: Facts, ledger: Ledger): void {
  const [page] = facts.walk.pages;
  const differing = differingIn(facts);
  if (differing.length > 0) {
    const lost = lostIn(facts);
    ledger.fail('reports.walk', {
      message:
        lost.length > 0
          ? 'the walk loses reports that other endpoints show'
          : 'the walk shows reports that no other endpoint has',
      expected: someOf(lost.map(({ t }) => t)),
      seen: lost.length > 0 ? 'not in the feed' : someOf(differing.map(({ t }) => t)),
      ...(page === undefined ? {} : { exchange: page.exchange }),
    });
    const stray = facts.groups.find(
      ({ counts }) => (counts.feed ?? 0) > 0 && (counts.export ?? 0) === 0 && (counts.chart ?? 0) === 0,
    );
    if (lost.length > 0 && stray !== undefined && facts.exports.some(({ rows }) => rows.length > 0)) {
      ledger.fail('reports.created_at', {
        message: 'the feed dates a report differently from the other endpoints',
        expected: someOf(lost.map(({ t }) => t)),
        seen: stray.t.text,
        ...(page === undefined ? {} : { exchange: page.exchange }),
      });
    }
  } else if (facts.walk.reports.length > 0) ledger.pass('reports.walk');
}
