import type { Facts } from '../../facts/facts.ts';
import { isFirstPage } from '../../facts/feed-roles.ts';
import type { FeedPage } from '../../facts/responses.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

const defaultSize = 8;
const maximumSize = 200;

/** Order, sizes and ids of the feed. */
export const feed: Rule = {
  name: 'feed',
  judge: (facts, ledger) => {
    for (const page of facts.pages) {
      judgeOrder(page, ledger);
      judgeSize(facts, page, ledger);
    }
    judgeIds(facts, ledger);
  },
};

function judgeOrder({ exchange, reports }: FeedPage, ledger: Ledger): void {
  if (reports.length < 2) return;
  const at = reports.findIndex(({ t }, index) => index > 0 && t.micros > (reports[index - 1]?.t.micros ?? 0));
  check(ledger, 'reports.order', at === -1, () => ({
    message: 'reports are not newest first',
    expected: `${reports[at - 1]?.t.text} or older`,
    seen: reports[at]?.t.text ?? '',
    exchange,
  }));
}

function judgeSize(facts: Facts, page: FeedPage, ledger: Ledger): void {
  const { exchange, length, limit, next } = page;
  const isFollowUp = !isFirstPage(page);
  const more = typeof next === 'string';
  const known = facts.walk.complete && !facts.arrivals ? facts.walk.reports.length : undefined;
  if (length > maximumSize)
    return ledger.fail('reports.limit-maximum', {
      message: 'a page has more reports than the maximum',
      expected: `at most ${maximumSize}`,
      seen: String(length),
      exchange,
    });
  const wanted = limit === undefined ? (isFollowUp ? undefined : defaultSize) : Number(limit);
  if (wanted === undefined) return;
  if (wanted > maximumSize) return ledger.pass('reports.limit-maximum');
  const id =
    limit === undefined
      ? 'reports.default-limit'
      : wanted === maximumSize && (!isFollowUp || isFirstShort(facts))
        ? 'reports.limit-maximum'
        : 'reports.limit';
  const breach = (expected: string) =>
    ledger.fail(id, {
      message:
        limit === undefined
          ? 'a page without a limit has the wrong size'
          : `a page with limit ${limit} has the wrong size`,
      expected,
      seen: String(length),
      exchange,
    });
  if (length > wanted) breach(`at most ${wanted}`);
  else if (length < wanted && more) breach(`${wanted}, since there are more`);
  else if (!isFollowUp && known !== undefined && length < Math.min(wanted, known))
    breach(String(Math.min(wanted, known)));
  else if (length === wanted) ledger.pass(id);
  else if (length > 0) ledger.notApplicable(id, `no page of the feed has ${wanted} reports`);
}

/** Checks whether even the first page of the walk is shorter than the maximum, so that the pages after it say nothing about cursors. */
function isFirstShort({ walk }: Facts): boolean {
  const [first] = walk.pages;
  return first !== undefined && typeof first.next === 'string' && first.length < maximumSize;
}

function judgeIds(facts: Facts, ledger: Ledger): void {
  const byId = new Map<string, string>();
  let isUnique = true;
  for (const page of facts.pages) {
    const here = new Set<string>();
    for (const { id, t } of page.reports) {
      if (id === undefined) continue;
      const known = byId.get(id);
      const twice = here.has(id);
      if (twice || (known !== undefined && known !== String(t.micros))) {
        ledger.fail('reports.id-unique', {
          message: `id ${id} is used for more than one report`,
          expected: 'a unique id',
          seen: twice ? 'twice on one page' : t.text,
          exchange: page.exchange,
        });
        isUnique = false;
        break;
      }
      here.add(id);
      byId.set(id, String(t.micros));
    }
  }
  if (isUnique && byId.size > 1) ledger.pass('reports.id-unique');
}
