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
  );
limited
  .breaking('reports.default-limit')
  .add('default-7', 'The default page has 7 reports.', (limit) => limit ?? '7')
  .add('default-200', 'The default page has 200 reports.', (limit) => limit ?? '200');
limited
  .breaking('reports.limit', 'reports.limit-maximum')
  .add('limit-ignored', '`limit` is ignored.', () => null)
  .add('limit-floor', 'A limit below 8 counts as 8.', (limit) =>
    limit !== null && Number(limit) < 8 ? '8' : limit,
  )
  .add('limit-one-is-two', 'limit=1 returns 2.', (limit) => (limit === '1' ? '2' : limit))
  .add('max-100', 'Pages have 100 reports at most.', (limit) =>
    limit !== null && Number(limit) > 100 ? '100' : limit,
  );

breaking('reports.limit-maximum')
  .add('no-maximum', 'A limit above 200 is accepted.', unbounded(Number.POSITIVE_INFINITY))
  .add('maximum-201', 'A page can have 201 reports.', unbounded(201));
