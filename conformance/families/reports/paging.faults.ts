import { type Body, edit, rewrite, withParameter } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('paging');
export const pagingFaults: readonly Fault[] = faults;

/** The gate is told the address, so that another one is a breach. */
const KNOWN_ADDRESS = { state: { publicUrl: 'http://queue.example.edu/line' } };

const inPage = (change: (body: Body, request: HttpRequest, upstream: Upstream) => unknown) =>
  edit('reports', change);
const inNext = (change: (next: string, request: HttpRequest, body: Body, upstream: Upstream) => unknown) =>
  inPage(
    (body, request, upstream) =>
      void (body.next !== null && (body.next = change(body.next, request, body, upstream))),
  );
const inPrevious = (change: (previous: string) => unknown) =>
  inPage((body) => void (body.previous !== null && (body.previous = change(body.previous))));
const later = (request: HttpRequest) => request.query.has('cursor');
/** The number of a page in the walk, from 1: cursors are numbered in the order in which they are first requested. */
function pageNumber(request: HttpRequest, upstream: Upstream): number {
  const cursor = request.query.get('cursor') ?? '';
  const seen = (upstream.memory.get('pages') ?? new Map()) as Map<string, number>;
  upstream.memory.set('pages', seen);
  if (cursor === '') return 1;
  if (!seen.has(cursor)) seen.set(cursor, seen.size + 2);
  return seen.get(cursor) ?? 0;
}
const url = (text: string, change: (url: URL) => void) => {
  const changed = new URL(text);
  change(changed);
  return changed.href;
};

const page = by(inPage);
const next = by(inNext);
const previous = by(inPrevious);
/** A cursor that holds only a time. */
const losesTies = (body: Body, request: HttpRequest, upstream: Upstream): void => {
  const times = (upstream.memory.get('times') ?? new Map()) as Map<string, string>;
  upstream.memory.set('times', times);
  const boundary = times.get(request.query.get('cursor') ?? '-');
  if (boundary !== undefined)
    body.results = body.results.filter((item: Body) => item.created_at !== boundary);
  if (body.next !== null)
    times.set(new URL(body.next).searchParams.get('cursor') ?? '', body.results.at(-1)?.created_at);
};

page
  .breaking('reports.next', 'reports.next-null')
  .add('no-next', '`next` is missing on the last page.', (body) => {
    if (body.next === null) delete body.next;
  });
next
  .breaking('reports.next-url', 'reports.next', 'reports.walk')
  .add('next-relative', '`next` is a path.', (text) => new URL(text).pathname + new URL(text).search)
  .add('next-v2', '`next` points to v2.', (text) => text.replace('/v1/', '/v2/'))
  .add('next-no-cursor', '`next` has no cursor.', (text) =>
    url(text, (it) => it.searchParams.delete('cursor')),
  )
  .add(
    'next-key',
    '`next` carries the key.',
    (text, _request, _body, { key }) => url(text, (it) => it.searchParams.set('token', key)),
    { mustPass: 'no sentence of the description forbids it' },
  );
next
  .breaking('reports.next-url')
  .add(
    'next-other-host',
    '`next` is on another host.',
    (text) =>
      url(text, (it) => {
        it.hostname = 'internal-app-3.local';
      }),
    KNOWN_ADDRESS,
  )
  .add(
    'next-no-prefix',
    '`next` leaves out the prefix of the path.',
    (text) => text.replace('/line/api/', '/api/'),
    KNOWN_ADDRESS,
  );
page
  .breaking('reports.next-null', 'reports.walk')
  .add('next-null-first', '`next` is null on the first page already.', (body, request) => {
    if (!later(request)) body.next = null;
  })
  .add('next-null-early', '`next` is null a page too early.', (body, request, upstream) => {
    if (body.next === null) return;
    const following = JSON.parse(upstream.pass({ ...request, query: new URL(body.next).searchParams }).body);
    if (following.next === null) body.next = null;
  })
  .add('next-never-null', 'The last page points to an empty page.', (body, request) => {
    if (body.next !== null || body.results.length === 0) return;
    const cursor = Buffer.from('p=d.1.1.').toString('base64');
    const limit = request.query.get('limit');
    body.next = `http://${request.headers['host']}${request.path}?cursor=${encodeURIComponent(cursor)}${limit === null ? '' : `&limit=${limit}`}`;
  });
breaking('reports.walk', 'reports.next-null').add(
  'cursor-ignored',
  'The cursor is ignored: every page is the first.',
  rewrite('reports', (request) => withParameter(request, 'cursor', null)),
);
page
  .breaking('reports.walk', 'reports.next-null')
  .add('rare-ties-lost', 'The same, although few reports share a time.', losesTies);
page
  .breaking('reports.walk', 'reports.next-null', 'export.rows')
  .add('walk-ends-1000', 'The walk ends after 1000 reports.', (body, request, upstream) => {
    if (pageNumber(request, upstream) >= 5 && body.results.length === 200) body.next = null;
  });
page.breaking('reports.order').add('page-order', 'Each later page runs from old to new.', (body, request) => {
  if (later(request)) body.results.reverse();
});
breaking('reports.limit').add(
  'limit-forgotten',
  'Pages after the first have 8 reports regardless of the limit.',
  rewrite('reports', (request) => (later(request) ? withParameter(request, 'limit', null) : request)),
);
next
  .breaking('reports.limit')
  .add(
    'limit-next-other',
    '`next` carries a different limit from the request.',
    (text, request) =>
      request.query.has('limit') ? url(text, (it) => it.searchParams.set('limit', '5')) : text,
    { mustPass: 'the description does not say what else `next` contains' },
  );
page
  .breaking('reports.previous-null')
  .add('previous-first', '`previous` is a URL on the first page.', (body, request) => {
    if (!later(request)) body.previous = `http://${request.headers['host']}${request.path}?cursor=cD0x`;
  })
  .add('previous-first-self', '`previous` is the page itself on the first page.', (body, request) => {
    if (!later(request)) body.previous = `http://${request.headers['host']}${request.path}`;
  });
previous
  .breaking('reports.previous-url', 'reports.previous')
  .add(
    'previous-other-host',
    '`previous` is on another host.',
    (text) =>
      url(text, (it) => {
        it.hostname = 'internal-app-3.local';
      }),
    KNOWN_ADDRESS,
  )
  .add('previous-v2', '`previous` points to v2.', (text) => text.replace('/v1/', '/v2/'))
  .add('previous-number', '`previous` is a number.', () => 1);
page
  .breaking('reports.previous-url', 'reports.previous')
  .add('previous-is-next', '`previous` on later pages is the same as `next`.', (body, request) => {
    if (later(request) && body.next !== null) body.previous = body.next;
  });
