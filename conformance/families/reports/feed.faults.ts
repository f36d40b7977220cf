import { type Body, edit, rewrite, withParameter } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('feed');
export const feedFaults: readonly Fault[] = faults;

type Item = Body;
/** Changes the items of a page, or replaces them. */
export const inResults = (change: (items: Item[], request: HttpRequest, upstream: Upstream) => unknown) =>
  edit('reports', (body, request, upstream) => {
    const items = change(body.results, request, upstream);
    if (items !== undefined) body.results = items;
  });
const inLimited = (change: (limit: string | null, request: HttpRequest) => string | null) =>
  rewrite('reports', (request) => {
    const limit = request.query.get('limit');
    const chosen = change(limit, request);
    return chosen === limit ? request : withParameter(request, 'limit', chosen);
  });

const results = by(inResults);
const limited = by(inLimited);
const page = by((change: (body: Body) => unknown) => edit('reports', change));
const unbounded =
  (maximum: number): Fault['respond'] =>
  (request, upstream) => {
    const wanted = Number(request.query.get('limit') ?? 0);
    const response = upstream.pass(request);
    if (!request.path.endsWith('/reports') || wanted <= 200 || response.status !== 200) return response;
    const body = JSON.parse(response.body);
    let next: string | null = body.next;
    while (next !== null && body.results.length < Math.min(wanted, maximum)) {
      const more = JSON.parse(upstream.pass({ ...request, query: new URL(next).searchParams }).body);
      body.results.push(...more.results);
      next = more.next;
    }
    body.results.length = Math.min(body.results.length, wanted, maximum);
    return { ...response, body: JSON.stringify({ ...body, next }) };
  };
page
  .breaking('reports.results')
  .add('missing', '`results` is missing.', (body) => void delete body.results)
  .add('list-only', 'The page is a bare list.', (body) => body.results)
  .add('items', 'The list is called `items`.', (body) => ({
    next: body.next,
    previous: body.previous,
    items: body.results,
  }));
results
  .breaking('reports.results')
  .add('results-null', '`results` is null.', () => null)
  .add('results-object', '`results` is an object by id.', (items) =>
    Object.fromEntries(items.map((item) => [item.id, item])),
  );
page
  .breaking(
    'reports.walk',
    'reports.results',
    'export.rows',
    'chart.scatter-complete',
    'reports.next-null',
    'reports.default-limit',
  )
  .add('empty', 'The feed is empty although there are reports.', () => ({
    next: null,
    previous: null,
    results: [],
  }));
results
  .breaking('reports.order')
  .add('oldest-first', 'Each page runs from old to new.', (items) => items.toReversed())
  .add('pair-swapped', 'Two adjacent reports are swapped.', (items) =>
    items.length > 5 ? items.with(2, items[3]).with(3, items[2]) : items,
  )
  .add(
    'pair-swapped-once',
    'Two adjacent reports are swapped on the fourth large page only.',
    (items, _request, upstream) => {
      const page = Number(upstream.memory.get('large') ?? 0) + (items.length > 50 ? 1 : 0);
      upstream.memory.set('large', page);
      return page === 3 && items.length > 50 ? items.with(20, items[30]).with(30, items[20]) : items;
    },
  )
  .add('by-bucket', 'Pages are sorted by bucket.', (items) =>
    items.toSorted((a, b) => String(a.bucket).localeCompare(String(b.bucket))),
  );
limited
  .breaking('reports.default-limit')
  .add('default-7', 'The default page has 7 reports.', (limit) => limit ?? '7')
  .add('default-9', 'The default page has 9 reports.', (limit) => limit ?? '9')
  .add('default-10', 'The default page has 10 reports.', (limit) => limit ?? '10')
  .add('default-20', 'The default page has 20 reports.', (limit) => limit ?? '20')
  .add('default-200', 'The default page has 200 reports.', (limit) => limit ?? '200');
limited
  .breaking('reports.limit', 'reports.limit-maximum')
  .add('limit-ignored', '`limit` is ignored.', () => null)
  .add('limit-floor', 'A limit below 8 counts as 8.', (limit) =>
    limit !== null && Number(limit) < 8 ? '8' : limit,
  )
  .add('limit-one-is-two', 'limit=1 returns 2.', (limit) => (limit === '1' ? '2' : limit))
  .add('limit-plus-one', 'Pages have one report more than requested.', (limit) =>
    limit === null || Number(limit) > 199 ? limit : String(Number(limit) + 1),
  )
  .add('limit-199', 'limit=200 returns 199.', (limit) =>
    limit !== null && Number(limit) >= 200 ? '199' : limit,
  )
  .add('max-100', 'Pages have 100 reports at most.', (limit) =>
    limit !== null && Number(limit) > 100 ? '100' : limit,
  )
  .add('max-50', 'Pages have 50 reports at most.', (limit) =>
    limit !== null && Number(limit) > 50 ? '50' : limit,
  )
  .add('limit-ten-steps', 'The limit is rounded up to a multiple of ten.', (limit) =>
    limit === null ? limit : String(Math.min(200, Math.ceil(Number(limit) / 10) * 10 || 10)),
  );
results
  .breaking('reports.limit', 'reports.limit-maximum')
  .add('limit-minus-one', 'Pages have one report fewer than requested.', (items, request) =>
    request.query.has('limit') ? items.slice(0, -1) : items,
  );
breaking('reports.limit-maximum')
  .add('no-maximum', 'A limit above 200 is accepted.', unbounded(Number.POSITIVE_INFINITY))
  .add('maximum-201', 'A page can have 201 reports.', unbounded(201))
  .add('maximum-500', 'A page can have 500 reports.', unbounded(500))
  .add('maximum-1000', 'A page can have 1000 reports.', unbounded(1000));
