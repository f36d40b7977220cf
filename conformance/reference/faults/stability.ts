import { addDays } from '../local-time.ts';
import type { Answer, Ask } from '../options.ts';
import { type Body, ENDPOINTS, edit, editText, formsOf, isAt, moved, TODAY } from './edits.ts';
import { type Fault, familyOf, type Upstream } from './fault.ts';

const { faults, breaking, by } = familyOf('stability');
export const stabilityFaults: readonly Fault[] = faults;

const failure = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Server Error</h1>',
});
/** Answers that would be 200 are errors where the condition holds. */
type When = (ask: Ask, up: Upstream, answer: Answer) => boolean;
const fails =
  (status: number, when: When): Fault['respond'] =>
  (ask, up) => {
    const answer = up.pass(ask);
    return answer.status === 200 && when(ask, up, answer) ? failure(status) : answer;
  };
const nth = (name: string, every: number) => (_ask: Ask, up: Upstream) => {
  const count = Number(up.memory.get(name) ?? 0) + 1;
  up.memory.set(name, count);
  return count % every === 0;
};
const single = (ask: Ask) => ask.query.has('since') && ask.query.get('since') === ask.query.get('until');

const answers500 = by((when: When) => fails(500, when));
const answers400 = by((when: When) => fails(400, when));
const text = by((change: (text: string) => string) => editText('chart', change));
for (const endpoint of ENDPOINTS) {
  answers500
    .breaking('http.no-server-error http.answers')
    .add(`500-${endpoint}`, `${endpoint} always answers 500.`, (ask) => isAt(ask, endpoint), {
      forms: formsOf(endpoint),
    });
  breaking('http.answers').add(
    `404-${endpoint}`,
    `${endpoint} always answers 404.`,
    (ask, up) => (isAt(ask, endpoint) ? up.pass({ ...ask, path: `${ask.path}x` }) : up.pass(ask)),
    { forms: formsOf(endpoint) },
  );
}

breaking('http.no-server-error http.answers')
  .add('every-20th-500', 'Every 20th good request is answered 500.', fails(500, nth('n', 20)))
  .add('every-10th-502', 'Every 10th good request is answered 502.', fails(502, nth('n', 10)))
  .add('every-15th-503', 'Every 15th good request is answered 503.', fails(503, nth('n', 15)))
  .add(
    'first-503',
    'The first good request is answered 503.',
    fails(503, (_ask, up) => {
      const first = up.memory.get('first') === undefined;
      up.memory.set('first', 1);
      return first;
    }),
  )
  .add(
    '501-export',
    'The export answers 501.',
    fails(501, (ask) => isAt(ask, 'export.csv')),
  )
  .add(
    '503-chart-today',
    'The chart of today answers 503.',
    fails(503, (ask) => isAt(ask, 'chart') && ask.query.size === 0),
  )
  .add('500-bad-date', 'A malformed date makes the service answer 500.', (ask, up) => {
    const answer = up.pass(ask);
    return answer.status === 400 && (ask.query.has('since') || ask.query.has('until'))
      ? failure(500)
      : answer;
  })
  .add('500-reversed', '`since` later than `until` makes the service answer 500.', (ask, up) => {
    const answer = up.pass(ask);
    return answer.status === 400 &&
      (ask.query.get('since') ?? '') > (ask.query.get('until') ?? '') &&
      ask.query.has('until')
      ? failure(500)
      : answer;
  });
answers500
  .breaking('http.no-server-error http.answers')
  .add(
    '500-chart-day',
    'The chart of a single past day answers 500.',
    (ask) => isAt(ask, 'chart') && single(ask),
  )
  .add(
    '500-chart-long',
    'The chart of a long range answers 500.',
    (ask, _up, answer) => isAt(ask, 'chart') && ask.query.size === 2 && answer.body.length > 20_000,
  )
  .add(
    '500-chart-since',
    'A chart with `since` alone answers 500.',
    (ask) => isAt(ask, 'chart') && ask.query.has('since') && !ask.query.has('until'),
  )
  .add(
    '500-chart-until',
    'A chart with `until` alone answers 500.',
    (ask) => isAt(ask, 'chart') && ask.query.has('until') && !ask.query.has('since'),
  )
  .add(
    '500-limit-200',
    'limit=200 answers 500.',
    (ask) => isAt(ask, 'reports') && ask.query.get('limit') === '200',
  )
  .add(
    '500-limit-1',
    'limit=1 answers 500.',
    (ask) => isAt(ask, 'reports') && ask.query.get('limit') === '1',
    { arguable: 'seen only by a probe with just this limit' },
  )
  .add(
    '500-limit-over',
    'A limit above 200 makes the service answer 500.',
    (ask) => isAt(ask, 'reports') && Number(ask.query.get('limit')) > 200,
  )
  .add(
    '500-cursor',
    'Every later page answers 500.',
    (ask) => isAt(ask, 'reports') && ask.query.has('cursor'),
  )
  .add(
    '500-last-page',
    'The last page answers 500.',
    (ask, _up, answer) =>
      isAt(ask, 'reports') && ask.query.has('cursor') && answer.body.includes('"next":null'),
  )
  .add(
    '500-days-60',
    'days=60 answers 500.',
    (ask) => isAt(ask, 'highlights') && Number(ask.query.get('days')) >= 60,
    { forms: [2] },
  )
  .add(
    '500-empty-patterns',
    'Patterns of days without reports answer 500.',
    (ask, _up, answer) => isAt(ask, 'patterns') && !/"report_count":[1-9]/.test(answer.body),
    { state: { days: 20 } },
  );
answers400
  .breaking('http.answers')
  .add(
    '400-chart-until',
    'A chart with `until` alone answers 400.',
    (ask) => isAt(ask, 'chart') && ask.query.has('until') && !ask.query.has('since'),
  )
  .add(
    '400-patterns-since',
    'Patterns with `since` alone answer 400.',
    (ask) => isAt(ask, 'patterns') && ask.query.has('since') && !ask.query.has('until'),
  )
  .add(
    '400-export-bare',
    'The export without dates answers 400.',
    (ask) => isAt(ask, 'export.csv') && ask.query.size === 0,
  )
  .add(
    '400-chart-bare',
    'The chart without dates answers 400.',
    (ask) => isAt(ask, 'chart') && ask.query.size === 0,
  );
breaking('http.answers chart.since chart.until').add(
  '404-empty-day',
  'A chart of a day without reports answers 404.',
  fails(404, (ask, _up, answer) => isAt(ask, 'chart') && answer.body.includes('"scatter":[]')),
  { state: { days: 20 } },
);
breaking('http.answers')
  .add(
    '204-empty-export',
    'An export without rows answers 204.',
    (ask, up) => {
      const answer = up.pass(ask);
      return isAt(ask, 'export.csv') && answer.status === 200 && answer.body.split('\r\n').length <= 2
        ? { status: 204, headers: {}, body: '' }
        : answer;
    },
    { state: { days: 20 } },
  )
  .add('redirect-status', 'The status leads elsewhere with 302.', (ask, up) =>
    isAt(ask, 'status') && up.pass(ask).status === 200
      ? { status: 302, headers: { location: 'https://status.example.edu/' }, body: '' }
      : up.pass(ask),
  )
  .add(
    'other-version',
    'Only v2 is served.',
    (ask, up) =>
      up.pass(ask.path.includes('/api/v1/') ? { ...ask, path: ask.path.replace('/v1/', '/v0/') } : ask),
    { arguable: 'a target without any of the paths may be a wrong URL: no verdict' },
  );
breaking('http.json http.answers')
  .add('html-error-200', 'Every 12th answer is an HTML page with status 200.', (ask, up) => {
    const answer = up.pass(ask);
    return answer.status === 200 && nth('n', 12)(ask, up)
      ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Please wait</h1>' }
      : answer;
  })
  .add(
    'truncated-feed',
    'Large pages of the feed are cut off.',
    editText('reports', (text) => (text.length > 9000 ? text.slice(0, 9000) : text)),
  );
text
  .breaking('http.json http.answers')
  .add('truncated-chart', 'Large charts are cut off.', (text) =>
    text.length > 30_000 ? text.slice(0, 30_000) : text,
  )
  .add('nan', 'Charts contain NaN.', (text) => text.replace('"value":null', '"value":NaN'));
breaking('http.repeatable chart.scatter-complete reports.id-unique reports.walk export.rows')
  .add(
    'moving-past',
    'Finished days change between two answers.',
    edit('chart', (body, ask, up) => {
      const until = ask.query.get('until') ?? TODAY;
      const count = Number(up.memory.get('charts') ?? 0) + 1;
      up.memory.set('charts', count);
      if (until < TODAY && count % 2 === 0)
        body.scatter = body.scatter.filter((_item: Body, index: number) => index % 4 !== 0);
    }),
  )
  .add(
    'ids-change',
    'Ids change from request to request.',
    edit(
      'reports',
      (body, _ask, up) =>
        void body.results.forEach((item: Body) => {
          item.id += up.count * 10_000;
        }),
    ),
  )
  .add(
    'times-change',
    'The time of a report changes from request to request.',
    edit(
      'reports',
      (body, _ask, up) =>
        void body.results.forEach((item: Body) => {
          item.created_at = moved(item.created_at, -(up.count % 3));
        }),
    ),
  );
breaking('reports.walk export.rows chart.scatter-complete reports.limit reports.default-limit').add(
  'stale-feed',
  'The feed lags behind: the reports of the last two days are missing.',
  edit(
    'reports',
    (body) => void (body.results = body.results.filter((item: Body) => item.created_at < addDays(TODAY, -1))),
  ),
);
