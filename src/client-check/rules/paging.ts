import type { Finding } from '../../../conformance/contract/outcomes.ts';
import { type ClientRun, linksOf, NOTHING, type SeenRequest, targetOf } from '../session.ts';
import { lastPart } from './requests.ts';
import { checkEach, rules, shownBy } from './rule.ts';

const FEED = ['reports'] as const;

/** Walking through the feed. */
export const pagingRules = rules([
  {
    id: 'paging.opaque-cursor',
    promise: 'A cursor is one that the deployment has issued, unchanged.',
    made: 'Cursors are opaque. They come from an earlier response, and are not constructed.',
    at: 'Parameters',
    endpoints: FEED,
    check: (run) =>
      checkEach(withCursor(run), (request) =>
        request.cursor === 'unknown'
          ? shownBy(request, 'no response had this cursor', 'the cursor of next', cursorOf(request))
          : null,
      ),
  },
  {
    id: 'paging.next-as-given',
    promise: '`next` is requested as it is, with all its parameters.',
    made: '`next` is the full URL of the next page. With other parameters, pages may overlap or leave reports out.',
    at: 'Behavior rules',
    level: 'should',
    endpoints: FEED,
    check: (run) =>
      checkEach(withCursor(run), (request) =>
        request.cursor === 'reused'
          ? shownBy(
              request,
              'the cursor of a link, with other parameters than the link',
              'next',
              request.url.search,
            )
          : null,
      ),
  },
  {
    id: 'paging.stops-at-null',
    promise: 'After a page whose `next` is null, there is no request for another page.',
    made: '`next` is null on the last page.',
    at: 'Behavior rules',
    endpoints: FEED,
    check: (run) => {
      const isLast = (request: SeenRequest) =>
        request.endpoint === 'reports' && request.response.status === 200 && linksOf(request).next === null;
      if (!run.requests.some(isLast)) return null;
      return (
        checkEach(run.requests, (request) =>
          NOTHING.test(cursorOf(request)) || NOTHING.test(lastPart(request))
            ? shownBy(
                request,
                'a page after the last one',
                undefined,
                request.url.pathname + request.url.search,
              )
            : null,
        ) ?? []
      );
    },
  },
  {
    id: 'paging.no-page-twice',
    promise: 'A walk through the feed requests no page twice.',
    made: 'Each page leads to the next one, and every request counts against the quota.',
    at: 'Behavior rules; Limits',
    endpoints: FEED,
    check: repeatedPages,
  },
]);

/** Pages that are requested again, until somebody pages back. */
function repeatedPages(run: ClientRun): readonly Finding[] | null {
  const pages = run.requests.filter(
    ({ endpoint, response }) => endpoint === 'reports' && response.status === 200,
  );
  if (!pages.some(({ cursor }) => cursor !== null)) return null;
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const [at, page] of pages.entries()) {
    const target = targetOf(page.url);
    const before = pages[at - 1];
    const previous = before === undefined ? null : linksOf(before).previous;
    if (previous !== null && targetOf(previous) === target) break;
    // Whoever requests the first page begins another walk.
    if (page.cursor === null) seen.clear();
    if (page.cursor !== null && seen.has(target) && page.headers['if-none-match'] === undefined)
      findings.push(shownBy(page, 'this page had been requested before'));
    seen.add(target);
  }
  return findings;
}

function withCursor({ requests }: ClientRun): readonly SeenRequest[] {
  return requests.filter(({ cursor }) => cursor !== null);
}

function cursorOf({ url }: SeenRequest): string {
  return url.searchParams.get('cursor') ?? '';
}
