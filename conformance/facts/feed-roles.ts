import { isFullPage } from '../evidence/walk.ts';
import { linkParams } from '../requests/steps.ts';
import type { FeedPage } from './responses.ts';

type Link = 'next' | 'previous';

/** Checks whether a page is a first one: requested without a cursor. */
export function isFirstPage({ exchange: { params } }: FeedPage): boolean {
  return Object.keys(params).every((name) => name === 'limit');
}

/**
 * The walk through the feed: of all chains of pages, each reached by the `next` of the one before, the one with the largest
 * pages; of equal ones the one with the most reports, then the first. A page above the maximum limit counts as the smallest.
 */
export function walkOf(pages: readonly FeedPage[]): readonly FeedPage[] {
  const chains = pages.filter(isFirstPage).map((first) => chainFrom(first, pages));
  const reports = (chain: readonly FeedPage[]) => chain.reduce((sum, page) => sum + page.length, 0);
  const rank = (chain: readonly FeedPage[]) => {
    const limit = Number(chain[0]?.limit ?? 8);
    return limit > 200 ? -1 : limit;
  };
  const [best] = chains.toSorted(
    (a, b) =>
      rank(b) - rank(a) ||
      reports(b) - reports(a) ||
      (a[0]?.exchange.number ?? 0) - (b[0]?.exchange.number ?? 0),
  );
  return best ?? [];
}

function chainFrom(first: FeedPage, pages: readonly FeedPage[]): readonly FeedPage[] {
  const chain = [first];
  for (let page: FeedPage | undefined = first; ; ) {
    page = followUp(page, 'next', pages, first.limit);
    if (page === undefined || chain.includes(page)) return chain;
    chain.push(page);
  }
}

/**
 * The first request after a page that followed its link. A client may add the limit that it asked for to a link without one, or
 * ask for more than the maximum, if it still gets a full page.
 */
export function followUp(
  { next, previous, exchange: { number } }: FeedPage,
  link: Link,
  pages: readonly FeedPage[],
  limit?: string,
): FeedPage | undefined {
  const params = linkParams(link === 'next' ? next : previous);
  if (params === undefined) return undefined;
  const later = pages.filter(({ exchange }) => exchange.number > number);
  const withLimit = limit === undefined ? params : { limit, ...params };
  const asking = (wanted: object) => later.find(({ exchange }) => isSame(exchange.params, wanted));
  const above = (one: FeedPage) =>
    isFullPage(one.exchange) && isSame({ ...params, limit: '' }, { ...one.exchange.params, limit: '' });
  return asking(withLimit) ?? asking(params) ?? (limit === '200' ? later.find(above) : undefined);
}

function isSame(a: object, b: object): boolean {
  const text = (params: object) => JSON.stringify(Object.entries(params).toSorted());
  return text(a) === text(b);
}
