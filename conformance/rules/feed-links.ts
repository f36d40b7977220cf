import type { Facts } from '../facts/facts.ts';
import type { PageAnswer } from '../facts/responses.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

/** `next` and `previous`: where they lead, and when they are null. */
export const feedLinks: Rule = {
  name: 'feed-links',
  requirements: ['reports.next-url', 'reports.previous-null', 'reports.previous-url'],
  judge: (facts, say) => {
    for (const page of facts.pages) {
      const isFirst =
        page.cursor === undefined && Object.keys(page.exchange.params).every((name) => name === 'limit');
      if (typeof page.next === 'string') judgeUrl(facts, page, 'reports.next-url', 'next', page.next, say);
      if (isFirst) {
        if (page.previous !== undefined) {
          expectThat(say, 'reports.previous-null', page.previous === null, () => ({
            message: 'previous is not null on the first page',
            expected: 'null',
            seen: String(page.previous),
            exchange: page.exchange,
          }));
        }
      } else if (typeof page.previous === 'string') {
        judgeUrl(facts, page, 'reports.previous-url', 'previous', page.previous, say);
        if (page.previous === page.next)
          say.breach('reports.previous-url', {
            message: 'previous and next are the same',
            expected: 'a way back',
            seen: page.previous,
            exchange: page.exchange,
          });
      }
    }
    if (facts.pages.length > 0 && facts.pages.every(({ next }) => next === null))
      say.nothing('reports.next-url', 'the feed has a single page');
    judgeWayBack(facts, say);
  },
};

function judgeUrl(
  facts: Facts,
  { exchange }: PageAnswer,
  id: string,
  name: string,
  text: string,
  say: Say,
): void {
  const expected = new URL(`${facts.evidence.publicUrl}/api/v1/reports`);
  const url = URL.parse(text);
  const wanted = `${expected.origin}${expected.pathname}?…cursor=…`;
  const breach = (message: string) => say.breach(id, { message, expected: wanted, seen: text, exchange });
  if (url === null || !/^https?:$/.test(url.protocol)) breach(`${name} is not a full URL`);
  else if (url.origin !== expected.origin) breach(`${name} leads to another origin than expected`);
  else if (url.pathname !== expected.pathname) breach(`${name} does not lead to the feed`);
  else if (name === 'next' && (url.searchParams.get('cursor') ?? '') === '')
    breach(`${name} carries no cursor`);
  else say.holds(id);
}

/** From a later page, previous leads back: nothing but newer reports is there. */
function judgeWayBack(facts: Facts, say: Say): void {
  const at = (step: string) => facts.pages.find(({ exchange }) => exchange.step === step);
  const [second, back] = [at('reports-default-next'), at('reports-back')];
  if (second === undefined || back === undefined) {
    say.nothing('reports.previous-url', 'no page had a previous one to follow');
    return;
  }
  const newest = second.reports[0];
  const wrong = back.reports.find(
    ({ id, t }) => newest !== undefined && (id === newest.id || t.micros < newest.t.micros),
  );
  const repeats = back.reports.some(({ id }) => second.reports.some((one) => one.id === id));
  if (newest === undefined) return;
  if (back.length === 0)
    say.breach('reports.previous-url', {
      message: 'previous leads to an empty page',
      expected: 'reports',
      seen: 'none',
      exchange: back.exchange,
    });
  else {
    expectThat(say, 'reports.previous-url', wrong === undefined && !repeats, () => ({
      message: 'previous does not lead to newer reports',
      expected: `newer than ${newest.t.text}`,
      seen: (wrong ?? back.reports[0])?.t.text ?? '',
      exchange: back.exchange,
    }));
  }
}
