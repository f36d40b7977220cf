import type { RequirementId } from '../../contract/requirements.ts';
import type { HttpRequest, HttpResponse } from '../options.ts';
import { type Body, ENDPOINTS, type Endpoint, formsOf, inOffset, isAt, withKey } from './edits.ts';
import { type Fault, familyOf, type Upstream } from './fault.ts';

const { faults, breaking } = familyOf('occasional');
/** Every few requests something goes wrong, as with one broken machine among several. */
export const occasionalFaults: readonly Fault[] = faults;

type Change = (response: HttpResponse, request: HttpRequest, upstream: Upstream) => HttpResponse;

/** Changes every nth good response to the endpoint, or to all of them. */
const every =
  (count: number, endpoint: Endpoint | undefined, change: Change): Fault['respond'] =>
  (request, upstream) => {
    const response = upstream.pass(request);
    if (response.status !== 200 || (endpoint !== undefined && !isAt(request, endpoint))) return response;
    const seen = Number(upstream.memory.get('seen') ?? 0) + 1;
    upstream.memory.set('seen', seen);
    return seen % count === 0 ? change(response, request, upstream) : response;
  };
const error =
  (status: number): Change =>
  () => ({ status, headers: { 'content-type': 'text/plain' }, body: 'try again' });
const inJson =
  (change: (body: Body) => void): Change =>
  (response) => {
    if (!response.body.startsWith('{')) return response;
    const body = JSON.parse(response.body);
    change(body);
    return { ...response, body: JSON.stringify(body) };
  };

for (const endpoint of ENDPOINTS) {
  breaking('http.no-server-error', 'http.answers').add(
    `${endpoint}-third-500`,
    `Every third request to ${endpoint} gets 500.`,
    every(3, endpoint, error(500)),
    { forms: formsOf(endpoint) },
  );
  breaking('http.no-server-error', 'http.answers').add(
    `${endpoint}-fourth-503`,
    `Every fourth request to ${endpoint} gets 503.`,
    every(4, endpoint, error(503)),
    { forms: formsOf(endpoint) },
  );
}
breaking('auth.accepted', 'http.answers').add(
  'seventh-401',
  'Every seventh request with the valid key gets 401.',
  every(7, undefined, error(401)),
);

const content = (
  id: string,
  summary: string,
  breaks: readonly RequirementId[],
  respond: Fault['respond'],
  extra?: Pick<Fault, 'state'>,
) => breaking(...breaks).add(id, summary, respond, extra);

content(
  'status-third-no-hours',
  'Every third status has no hours.',
  ['status.hours'],
  every(
    3,
    'status',
    inJson((body) => void delete body.hours),
  ),
);
content(
  'replica-slow',
  'The clock of one of two machines is forty minutes slow.',
  ['hours.minutes-agree'],
  every(
    2,
    'status',
    inJson(({ hours }) => {
      hours.minutes_until_close += 40;
    }),
  ),
  // New reports would show that it is later
  { state: { newestAge: 105 } },
);
content(
  'feed-third-end',
  'Every third page of the feed says that it is the last.',
  ['reports.next-null'],
  every(
    3,
    'reports',
    inJson((body) => void (body.next = null)),
  ),
);
content(
  'replica-in-utc',
  'One of two machines writes times in UTC.',
  ['time.local-offset'],
  every(2, undefined, (response) => ({
    ...response,
    body: response.body.replace(/\d{4}-\d\d-\d\dT[\d:.]+-0[78]:00/g, (stamp) => inOffset(stamp, 0)),
  })),
);

content(
  'mixed-up',
  'Every eighth good response is the status, whatever was requested.',
  [
    'http.json',
    'chart.scatter',
    'patterns.by_hour',
    'reports.results',
    'export.csv',
    'highlights.highlights',
  ],
  every(8, undefined, (_response, request, { pass }) =>
    pass({ ...request, path: request.path.replace(/[^/]+$/, 'status') }),
  ),
);
content(
  'cut-off',
  'Every sixth good response is cut off.',
  ['http.json', 'export.rows', 'export.columns', 'export.timestamp'],
  every(6, undefined, (response) => ({ ...response, body: response.body.slice(0, -20) })),
);
content(
  'replica-without-keys',
  'One of three machines checks no keys.',
  ['auth.missing', 'auth.wrong-key', 'auth.other-scheme', 'auth.keyword', 'auth.empty', 'auth.header-only'],
  (request, upstream) => upstream.pass(upstream.count % 3 === 0 ? withKey(request, upstream) : request),
);
content(
  'ids-of-two-machines',
  'Two machines number reports differently.',
  ['http.repeatable', 'reports.id-unique', 'reports.walk'],
  every(
    2,
    'reports',
    inJson((body) => {
      for (const item of body.results) item.id += 50_000;
    }),
  ),
);
