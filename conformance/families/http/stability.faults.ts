import { type Body, ENDPOINTS, edit, editText, formsOf, isAt } from '../../reference/faults/edits.ts';
import { type Fault, familyOf, MUST_PASS_AS_LEFT_OPEN, type Upstream } from '../../reference/faults/fault.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest, HttpResponse } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('stability');
/**
 * Services that fail now and then, cut responses off, or change them between requests. The gate finds one if any of the ids in `breaking`
 * fails; one with `mustPass` must pass.
 */
export const stabilityFaults: readonly Fault[] = faults;

const failure = (status: number): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Server Error</h1>',
});
type When = (request: HttpRequest, upstream: Upstream, response: HttpResponse) => boolean;

/** Turns a 200 response into an error if the condition is true. */
const fails =
  (status: number, when: When): Fault['respond'] =>
  (request, upstream) => {
    const response = upstream.pass(request);
    return response.status === 200 && when(request, upstream, response) ? failure(status) : response;
  };
const nth = (name: string, every: number) => (_request: HttpRequest, upstream: Upstream) => {
  const count = Number(upstream.memory.get(name) ?? 0) + 1;
  upstream.memory.set(name, count);
  return count % every === 0;
};
const single = (request: HttpRequest) =>
  request.query.has('since') && request.query.get('since') === request.query.get('until');

const with500 = by((when: When) => fails(500, when));
const with400 = by((when: When) => fails(400, when));
const text = by((change: (text: string) => string) => editText('chart', change));
for (const endpoint of ENDPOINTS) {
  with500
    .breaking('http.no-server-error', 'http.answers')
    .add(`500-${endpoint}`, `${endpoint} always returns 500.`, (request) => isAt(request, endpoint), {
      forms: formsOf(endpoint),
    });
  breaking('http.answers').add(
    `404-${endpoint}`,
    `${endpoint} always returns 404.`,
    (request, upstream) =>
      isAt(request, endpoint)
        ? upstream.pass({ ...request, path: `${request.path}x` })
        : upstream.pass(request),
    { forms: formsOf(endpoint) },
  );
}

breaking('http.no-server-error', 'http.answers')
  .add('every-10th-502', 'Every 10th good request gets 502.', fails(502, nth('n', 10)))
  .add(
    'first-503',
    'The first good request gets 503.',
    fails(503, (_request, upstream) => {
      const first = upstream.memory.get('first') === undefined;
      upstream.memory.set('first', 1);
      return first;
    }),
    { mustPass: 'a service that wakes up may need a moment' },
  )
  .add(
    '500-bad-date',
    'A malformed date makes the service return 500.',
    (request, upstream) => {
      const response = upstream.pass(request);
      return response.status === 400 && (request.query.has('since') || request.query.has('until'))
        ? failure(500)
        : response;
    },
    MUST_PASS_AS_LEFT_OPEN,
  )
  .add(
    '500-reversed',
    '`since` after `until` makes the service return 500.',
    (request, upstream) => {
      const response = upstream.pass(request);
      return response.status === 400 &&
        (request.query.get('since') ?? '') > (request.query.get('until') ?? '') &&
        request.query.has('until')
        ? failure(500)
        : response;
    },
    MUST_PASS_AS_LEFT_OPEN,
  );
with500
  .breaking('http.no-server-error', 'http.answers')
  .add(
    '500-chart-day',
    'The chart of a single past day returns 500.',
    (request) => isAt(request, 'chart') && single(request),
  )
  .add(
    '500-limit-1',
    'limit=1 returns 500.',
    (request) => isAt(request, 'reports') && request.query.get('limit') === '1',
  )
  .add(
    '500-limit-over',
    'A limit above 200 makes the service return 500.',
    (request) => isAt(request, 'reports') && Number(request.query.get('limit')) > 200,
    MUST_PASS_AS_LEFT_OPEN,
  )
  .add(
    '500-cursor',
    'Every later page returns 500.',
    (request) => isAt(request, 'reports') && request.query.has('cursor'),
  )
  .add(
    '500-days-60',
    'days=60 returns 500.',
    (request) => isAt(request, 'highlights') && Number(request.query.get('days')) >= 60,
    { forms: [2] },
  )
  .add(
    '500-empty-patterns',
    'Patterns of days without reports return 500.',
    (request, _upstream, response) =>
      isAt(request, 'patterns') && !/"report_count":[1-9]/.test(response.body),
    { state: { days: 20 } },
  );
with400
  .breaking('http.answers')
  .add(
    '400-chart-until',
    'A chart with `until` alone returns 400.',
    (request) => isAt(request, 'chart') && request.query.has('until') && !request.query.has('since'),
    { mustPass: 'the description does not say what a chart with `until` alone shows' },
  )
  .add(
    '400-patterns-since',
    'Patterns with `since` alone return 400.',
    (request) => isAt(request, 'patterns') && request.query.has('since') && !request.query.has('until'),
  )
  .add(
    '400-export-bare',
    'The export without dates returns 400.',
    (request) => isAt(request, 'export.csv') && request.query.size === 0,
  )
  .add(
    '400-chart-bare',
    'The chart without dates returns 400.',
    (request) => isAt(request, 'chart') && request.query.size === 0,
  );
breaking('http.answers', 'chart.since', 'chart.until').add(
  '404-empty-day',
  'A chart of a day without reports returns 404.',
  fails(
    404,
    (request, _upstream, response) => isAt(request, 'chart') && response.body.includes('"scatter":[]'),
  ),
  { state: { days: 20 } },
);
breaking('http.answers')
  .add(
    '204-empty-export',
    'An export without rows returns 204.',
    (request, upstream) => {
      const response = upstream.pass(request);
      return isAt(request, 'export.csv') && response.status === 200 && response.body.split('\r\n').length <= 2
        ? { status: 204, headers: {}, body: '' }
        : response;
    },
    { state: { days: 20 } },
  )
  // A version that the service doesn't have, so every path of v1 is 404.
  .add('other-version', 'Only v2 is served.', (request, upstream) =>
    upstream.pass(
      request.path.includes('/api/v1/')
        ? { ...request, path: request.path.replace('/v1/', '/v0/') }
        : request,
    ),
  );

breaking('http.json').add(
  'json-untyped',
  'JSON has no content type.',
  (request, upstream) => {
    const response = upstream.pass(request);
    const { 'content-type': type = '', ...headers } = response.headers;
    return type.includes('json') ? { ...response, headers } : response;
  },
  { mustPass: 'responses are JSON; no sentence says how they are labeled' },
);
text
  .breaking('http.json', 'http.answers')
  .add('truncated-chart', 'Large charts are cut off.', (text) =>
    text.length > 30_000 ? text.slice(0, 30_000) : text,
  )
  .add('nan', 'Charts contain NaN.', (text) => text.replace('"value":null', '"value":NaN'));
breaking('http.repeatable', 'chart.scatter-complete', 'reports.id-unique', 'reports.walk', 'export.rows')
  .add(
    'moving-past',
    'Finished days change between two responses.',
    edit('chart', (body, request, upstream) => {
      const until = request.query.get('until') ?? upstream.today;
      const count = Number(upstream.memory.get('charts') ?? 0) + 1;
      upstream.memory.set('charts', count);
      if (until < upstream.today && count % 2 === 0)
        body.scatter = body.scatter.filter((_item: Body, index: number) => index % 4 !== 0);
    }),
  )
  .add(
    'ids-change',
    'Ids change from request to request.',
    edit(
      'reports',
      (body, _request, upstream) =>
        void body.results.forEach((item: Body) => {
          item.id += upstream.count * 10_000;
        }),
    ),
  );
breaking(
  'reports.walk',
  'export.rows',
  'chart.scatter-complete',
  'reports.limit',
  'reports.default-limit',
).add(
  'stale-feed',
  'The feed is outdated: the reports of the last two days are missing.',
  edit(
    'reports',
    (body, _request, { today }) =>
      void (body.results = body.results.filter((item: Body) => item.created_at < addDays(today, -1))),
  ),
);
