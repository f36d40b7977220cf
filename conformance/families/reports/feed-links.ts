import type { Facts } from '../../facts/facts.ts';
import { followUp, isFirstPage } from '../../facts/feed-roles.ts';
import type { FeedPage } from '../../facts/responses.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

/** `next` and `previous`: their targets, and when they are null. */
export const feedLinks: Rule = {
  name: 'feed-links',
  judge: (facts, ledger) => {
    for (const page of facts.pages) {
      if (typeof page.next === 'string') judgeUrl(facts, page, 'reports.next-url', 'next', page.next, ledger);
      if (isFirstPage(page)) {
        if (page.previous !== undefined) {
          check(ledger, 'reports.previous-null', page.previous === null, () => ({
            message: 'previous is not null on the first page',
            expected: 'null',
            seen: String(page.previous),
            exchange: page.exchange,
          }));
        }
      } else if (typeof page.previous === 'string') {
        judgeUrl(facts, page, 'reports.previous-url', 'previous', page.previous, ledger);
      }
    }
    if (facts.pages.length > 0 && facts.pages.every(({ next }) => next === null))
      ledger.notApplicable('reports.next-url', 'the feed has a single page');
    judgeWayBack(facts, ledger);
  },
};

function judgeUrl(
  facts: Facts,
  { exchange }: FeedPage,
  id: 'reports.next-url' | 'reports.previous-url',
  name: string,
  text: string,
  ledger: Ledger,
): void {
  const { publicUrl, target } = facts.evidence;
  const expected = new URL(`${publicUrl}/api/v1/reports`);
  // Only next must be a full URL
  const url = name === 'next' ? URL.parse(text) : URL.parse(text, expected);
  const wanted = `${expected.origin}${expected.pathname}?…cursor=…`;
  const breach = (message: string) => ({ message, expected: wanted, seen: text, exchange });
  if (url === null || !/^https?:$/.test(url.protocol)) ledger.fail(id, breach(`${name} is not a full URL`));
  else if (!/\/api\/v1\/reports\/?$/.test(url.pathname))
    ledger.fail(id, breach(`${name} is not a URL of the feed`));
  else if (name === 'next' && (url.searchParams.get('cursor') ?? '') === '')
    ledger.fail(id, breach(`${name} has no cursor`));
  else if (url.origin === expected.origin && url.pathname === expected.pathname) ledger.pass(id);
  else if (publicUrl !== target) ledger.fail(id, breach(`${name} is not under the public URL`));
  else
    ledger.warn(
      id,
      breach(
        `${name} names another address than --url; if it is the deployment's own, set --public-url to it`,
      ),
    );
}

/** From a later page, previous leads to newer reports only. */
function judgeWayBack(facts: Facts, ledger: Ledger): void {
  const [second, back] =
    facts.pages
      .map((page) => [page, followUp(page, 'previous', facts.pages)] as const)
      .find(([, to]) => to !== undefined) ?? [];
  if (second === undefined || back === undefined) {
    const isLinked = facts.pages.some(({ previous }) => typeof previous === 'string');
    ledger.notApplicable(
      'reports.previous-url',
      isLinked ? 'no link in previous was followed' : 'no page has a previous',
    );
    return;
  }
  const newest = second.reports[0];
  const wrong = back.reports.find(
    ({ id, t }) => newest !== undefined && (id === newest.id || t.micros < newest.t.micros),
  );
  const repeats = back.reports.some(({ id }) => second.reports.some((one) => one.id === id));
  if (newest === undefined) return;
  check(ledger, 'reports.previous-url', wrong === undefined && !repeats, () => ({
    message: 'previous does not lead to newer reports',
    expected: `newer than ${newest.t.text}`,
    seen: (wrong ?? back.reports[0])?.t.text ?? '',
    exchange: back.exchange,
  }));
}
