import { type Body, edit, inOffset, isAt, TODAY, withKey } from './edits.ts';
import { type Fault, familyOf, MUST_PASS_AS_LEFT_OPEN, type Upstream } from './fault.ts';

const { faults, breaking, by } = familyOf('contradictions');
/** Values that are right by themselves and wrong beside others. */
export const contradictionFaults: readonly Fault[] = faults;

const inHours = (change: (hours: Body) => void) => edit('status', (body) => change(body.hours));
const inWindow = (change: (window: Body, date: string) => void) =>
  edit('chart', (body) => {
    if (body.open_window) change(body.open_window, body.open_window.start.slice(0, 10));
  });
const hours = by(inHours, { forms: [2] });
const windows = by(inWindow, { forms: [2] });
const BREAK = { hours: 'split', now: `${TODAY}T15:30:00` } as const;
const NIGHT = { now: `${TODAY}T03:10:00` } as const;

hours
  .breaking('hours.opens_at', 'hours.window-agrees')
  .add(
    'opens-after-break',
    'In a break, opens_at is the opening of the next day.',
    (part) => {
      if (part.is_open === false) part.opens_at = '12:00pm';
    },
    { state: BREAK },
  )
  .add(
    'opens-in-utc',
    'Before opening, opens_at is the UTC clock.',
    (part) => {
      if (part.is_open === false) part.opens_at = '3:30pm';
    },
    { state: NIGHT },
  );
hours
  .breaking('hours.window-agrees', 'hours.is_open', 'hours.minutes-agree')
  .add(
    'open-at-night',
    'is_open is true hours before the window begins.',
    (part) => {
      Object.assign(part, { is_open: true, minutes_until_close: 1235, closes_at: '11:45pm', opens_at: null });
    },
    { state: NIGHT },
  )
  .add('closed-at-noon', 'The hours say closed in the middle of the window.', (part) => {
    Object.assign(part, { is_open: false, minutes_until_close: null, closes_at: null, opens_at: '7:30am' });
  });
hours.breaking('hours.window-agrees').add(
  'closes-after-break',
  'closes_at is the end of the day although a break comes first.',
  (part) => {
    if (part.is_open) Object.assign(part, { minutes_until_close: 505, closes_at: '9:00pm' });
  },
  {
    state: { hours: 'split', now: `${TODAY}T12:35:00` },
    mustPass: 'closing may mean the last close of the day',
  },
);

windows
  .breaking('chart.open_window-bounds')
  .add('window-only-open-days', 'The window of a closed day is the whole day.', (window, date) => {
    if (new Date(`${date}T00:00:00Z`).getUTCDay() !== 6) return;
    window.start = `${date}T00:00:00${window.start.slice(19)}`;
  });

const inFeed = (change: (items: Body[], upstream: Upstream) => Body[]) =>
  edit('reports', (body, _request, upstream) => void (body.results = change(body.results, upstream)));
breaking(
  'reports.walk',
  'export.rows',
  'chart.scatter-complete',
  'reports.limit',
  'reports.limit-maximum',
  'reports.default-limit',
).add(
  'feed-zeros-lost',
  'The feed leaves out reports of the bucket 0.',
  inFeed((items) => items.filter(({ bucket }) => bucket !== '0')),
);

breaking('reports.previous-url')
  .add(
    'previous-always-first',
    '`previous` always leads to the first page, from the third page too.',
    edit('reports', (body, request) => {
      if (body.previous !== null)
        body.previous = `http://${request.headers['host']}${request.path}?cursor=&limit=${request.query.get('limit') ?? 8}`;
    }),
    { mustPass: 'nothing says how far back previous leads' },
  )
  .add(
    'previous-older',
    '`previous` leads to the same page as `next`, with another cursor text.',
    edit('reports', (body) => {
      if (body.previous !== null && body.next !== null) body.previous = `${body.next}&previous=1`;
    }),
  );

breaking('reports.walk', 'reports.limit').add(
  'default-next-skips',
  'The second default page skips a report.',
  edit('reports', (body, request) => {
    if (request.query.has('cursor') && !request.query.has('limit')) body.results.shift();
  }),
);
breaking('reports.walk').add(
  'small-next-repeats',
  'After a page of one report, the next page repeats it.',
  (request, upstream) => {
    const response = upstream.pass(request);
    if (!isAt(request, 'reports') || response.status !== 200 || request.query.get('limit') !== '1')
      return response;
    const body = JSON.parse(response.body);
    if (!request.query.has('cursor')) upstream.memory.set('newest', body.results[0]);
    else if (upstream.memory.get('newest') !== undefined) body.results = [upstream.memory.get('newest')];
    return { ...response, body: JSON.stringify(body) };
  },
);

breaking('auth.header-only')
  .add('export-link', 'The export accepts the key in the query, for download links.', (request, upstream) =>
    upstream.pass(
      isAt(request, 'export.csv') && [...request.query.values()].includes(upstream.key)
        ? withKey(request, upstream)
        : request,
    ),
  )
  .add('cookie', 'The key is accepted in a cookie.', (request, upstream) =>
    upstream.pass(
      (request.headers['cookie'] ?? '').includes(upstream.key) ? withKey(request, upstream) : request,
    ),
  );
breaking('auth.missing', 'auth.wrong-key').add(
  'cached-by-url',
  'A response that was sent with a key is sent again without one.',
  (request, upstream) => {
    const url = `${request.path}?${request.query}`;
    const response = upstream.pass(request);
    if (response.status === 200) upstream.memory.set(url, response);
    return ((request.method === 'GET' && upstream.memory.get(url)) || response) as typeof response;
  },
);

breaking('privacy.coordinates-feed')
  .add(
    'photo-place',
    'The address of a photo carries the place in its query.',
    edit('reports', (body) => {
      for (const item of body.results) if (item.photo_url) item.photo_url += '?lat=37.8716&lng=-122.2601';
    }),
    { forms: [1] },
  )
  .add(
    'highlight-place',
    'The address of a highlight carries the place in its query.',
    edit('highlights', (body) => {
      for (const { photo } of body.highlights) photo.image_url += '?lat=37.8716&lon=-122.2601';
    }),
    { forms: [2], mustPass: 'only feed and export are promised to be without coordinates' },
  )
  .add(
    'geohash',
    'Feed items carry a geohash.',
    inFeed((items) => items.map((item) => ({ ...item, geohash: '9q9p1xk' }))),
    { mustPass: 'a geohash is neither latitude nor longitude by name' },
  );

breaking('time.local-offset').add(
  'photo-offset-of-today',
  'Photos of summer carry the offset of winter, at the right instant.',
  edit('highlights', (body) => {
    for (const { photo } of body.highlights) photo.created_at = inOffset(photo.created_at, -480);
  }),
  { forms: [2] },
);
breaking('form.no-open-hours').add(
  'open_hours-null-in-1',
  'Patterns carry open_hours of null in Form 1.',
  edit('patterns', (body) => {
    body.open_hours = null;
  }),
  { forms: [1] },
);
breaking('http.no-server-error')
  .add(
    '500-limit-zero',
    'limit=0 makes the service return 500.',
    (request, upstream) =>
      isAt(request, 'reports') && request.query.get('limit') === '0'
        ? { status: 500, headers: {}, body: '' }
        : upstream.pass(request),
    MUST_PASS_AS_LEFT_OPEN,
  )
  .add(
    '500-bad-cursor',
    'An unknown cursor makes the service return 500.',
    (request, upstream) => {
      const response = upstream.pass(request);
      return isAt(request, 'reports') && response.status === 404
        ? { status: 500, headers: {}, body: '' }
        : response;
    },
    MUST_PASS_AS_LEFT_OPEN,
  )
  .add(
    '500-bad-days',
    'days=-1 makes the service return 500.',
    (request, upstream) =>
      isAt(request, 'highlights') && Number(request.query.get('days')) < 0
        ? { status: 500, headers: {}, body: '' }
        : upstream.pass(request),
    { forms: [2], ...MUST_PASS_AS_LEFT_OPEN },
  )
  .add(
    '500-empty-export',
    'An export without rows makes the service return 500.',
    (request, upstream) => {
      const response = upstream.pass(request);
      return isAt(request, 'export.csv') && response.status === 200 && response.body.split('\r\n').length <= 2
        ? { status: 500, headers: {}, body: '' }
        : response;
    },
    { state: { days: 20 } },
  );
