import type { Facts } from '../facts/facts.ts';
import { followUp } from '../facts/feed-roles.ts';
import type { FeedPage } from '../facts/responses.ts';
import { check, type Ledger, type Rule } from './rule.ts';

/** `next` and `previous`: their targets, and when they are null. */
export const feedLinks: Rule = {
  name: 'feed-links',
  judge: (facts, ledger) => {
    for (const page of facts.pages) {
      const isFirst =
        page.cursor === undefined && Object.keys(page.exchange.params).every((name) => name === 'limit');
      if (typeof page.next === 'string') judgeUrl(facts, page, 'reports.next-url', 'next', page.next, ledger);
      if (isFirst) {
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
        if (page.previous === page.next)
          ledger.fail('reports.previous-url', {
            message: 'previous and next are equal',
            expected: 'a link to newer reports',
            seen: page.previous,
            exchange: page.exchange,
          });
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
  const expected = new URL(`${facts.evidence.publicUrl}/api/v1/reports`);
  const url = URL.parse(text);
  const wanted = `${expected.origin}${expected.pathname}?…cursor=…`;
  const breach = (message: string) => ledger.fail(id, { message, expected: wanted, seen: text, exchange });
  if (url === null || !/^https?:$/.test(url.protocol)) breach(`${name} is not a full URL`);
  else if (url.origin !== expected.origin) breach(`${name} is on an unexpected origin`);
  else if (url.pathname !== expected.pathname) breach(`${name} is not a URL of the feed`);
  else if (name === 'next' && (url.searchParams.get('cursor') ?? '') === '') breach(`${name} has no cursor`);
  else ledger.pass(id);
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
  if (back.length === 0)
    ledger.fail('reports.previous-url', {
      message: 'previous leads to an empty page',
      expected: 'reports',
      seen: 'none',
      exchange: back.exchange,
    });
  else {
    check(ledger, 'reports.previous-url', wrong === undefined && !repeats, () => ({
      message: 'previous does not lead to newer reports',
      expected: `newer than ${newest.t.text}`,
      seen: (wrong ?? back.reports[0])?.t.text ?? '',
      exchange: back.exchange,
    }));
  }
}
