import type { Ask } from '../options.ts';
import {
  type Body,
  bare,
  edit,
  type Fault,
  familyOf,
  inOffset,
  moved,
  rewrite,
  type Upstream,
  withParameter,
} from './fault.ts';

const { faults, add } = familyOf('feed');
export const feedFaults: readonly Fault[] = faults;

type Item = Body;
const results = (change: (items: Item[], ask: Ask, upstream: Upstream) => unknown) =>
  edit('reports', (body, ask, upstream) => {
    const items = change(body.results, ask, upstream);
    if (items !== undefined) body.results = items;
  });
const each = (change: (item: Item) => unknown) => results((items) => void items.forEach(change));
/** The one item in ten or so whose id ends in the digits; the same wherever it appears. */
const rare = (change: (item: Item) => unknown, ends = 7) =>
  each((item) => item.id % 97 === ends && change(item));
const limited = (change: (limit: string | null, ask: Ask) => string | null) =>
  rewrite('reports', (ask) => {
    const limit = ask.query.get('limit');
    const chosen = change(limit, ask);
    return chosen === limit ? ask : withParameter(ask, 'limit', chosen);
  });

add(
  'missing',
  '`results` is missing.',
  edit('reports', (body) => void delete body.results),
);
add(
  'list-only',
  'The page is a bare list.',
  edit('reports', (body) => body.results),
);
add(
  'items',
  'The list is called `items`.',
  edit('reports', (body) => ({ next: body.next, previous: body.previous, items: body.results })),
);
add(
  'results-null',
  '`results` is null.',
  results(() => null),
);
add(
  'results-object',
  '`results` is an object by id.',
  results((items) => Object.fromEntries(items.map((item) => [item.id, item]))),
);
add(
  'empty',
  'The feed is empty although there are reports.',
  edit('reports', () => ({ next: null, previous: null, results: [] })),
);
add(
  'oldest-first',
  'Pages run from old to new inside.',
  results((items) => items.toReversed()),
);
add(
  'pair-swapped',
  'Two neighbours are exchanged.',
  results((items) => (items.length > 5 ? items.with(2, items[3]).with(3, items[2]) : items)),
);
add(
  'pair-swapped-once',
  'Two neighbours are exchanged on the fourth large page only.',
  results((items, _ask, up) => {
    const page = Number(up.memory.get('large') ?? 0) + (items.length > 50 ? 1 : 0);
    up.memory.set('large', page);
    return page === 3 && items.length > 50 ? items.with(20, items[30]).with(30, items[20]) : items;
  }),
);
add(
  'by-bucket',
  'Pages are sorted by bucket.',
  results((items) => items.toSorted((a, b) => String(a.bucket).localeCompare(String(b.bucket)))),
);
add(
  'default-7',
  'The default page has 7 reports.',
  limited((limit) => limit ?? '7'),
);
add(
  'default-9',
  'The default page has 9 reports.',
  limited((limit) => limit ?? '9'),
);
add(
  'default-10',
  'The default page has 10 reports.',
  limited((limit) => limit ?? '10'),
);
add(
  'default-20',
  'The default page has 20 reports.',
  limited((limit) => limit ?? '20'),
);
add(
  'default-200',
  'The default page has 200 reports.',
  limited((limit) => limit ?? '200'),
);
add(
  'limit-ignored',
  '`limit` is ignored.',
  limited(() => null),
);
add(
  'limit-floor',
  'A limit below 8 counts as 8.',
  limited((limit) => (limit !== null && Number(limit) < 8 ? '8' : limit)),
);
add(
  'limit-plus-one',
  'Pages have one report more than asked for.',
  limited((limit) => (limit === null || Number(limit) > 199 ? limit : String(Number(limit) + 1))),
);
add(
  'limit-minus-one',
  'Pages have one report fewer than asked for.',
  results((items, ask) => (ask.query.has('limit') ? items.slice(0, -1) : items)),
);
add(
  'limit-199',
  'limit=200 returns 199.',
  limited((limit) => (limit !== null && Number(limit) >= 200 ? '199' : limit)),
);
add(
  'max-100',
  'Pages have 100 reports at most.',
  limited((limit) => (limit !== null && Number(limit) > 100 ? '100' : limit)),
);
add(
  'max-50',
  'Pages have 50 reports at most.',
  limited((limit) => (limit !== null && Number(limit) > 50 ? '50' : limit)),
);
add(
  'limit-ten-steps',
  'The limit is rounded up to a multiple of ten.',
  limited((limit) =>
    limit === null ? limit : String(Math.min(200, Math.ceil(Number(limit) / 10) * 10 || 10)),
  ),
);
const unbounded =
  (maximum: number): Fault['answer'] =>
  (ask, up) => {
    const wanted = Number(ask.query.get('limit') ?? 0);
    const answer = up.pass(ask);
    if (!ask.path.endsWith('/reports') || wanted <= 200 || answer.status !== 200) return answer;
    const body = JSON.parse(answer.body);
    let next: string | null = body.next;
    while (next !== null && body.results.length < Math.min(wanted, maximum)) {
      const more = JSON.parse(up.pass({ ...ask, query: new URL(next).searchParams }).body);
      body.results.push(...more.results);
      next = more.next;
    }
    body.results.length = Math.min(body.results.length, wanted, maximum);
    return { ...answer, body: JSON.stringify({ ...body, next }) };
  };
add('no-maximum', 'A limit above 200 is honoured.', unbounded(Number.POSITIVE_INFINITY));
add('maximum-201', 'A page can have 201 reports.', unbounded(201));
add('maximum-500', 'A page can have 500 reports.', unbounded(500));
add('maximum-1000', 'A page can have 1000 reports.', unbounded(1000));
for (const name of ['id', 'bucket', 'created_at']) {
  add(
    `no-${name}`,
    `Items have no \`${name}\`.`,
    each((item) => delete item[name]),
  );
  add(
    `one-no-${name}`,
    `Some few items have no \`${name}\`.`,
    rare((item) => delete item[name]),
  );
}
add(
  'id-text',
  'Ids are strings.',
  each((item) => (item.id = String(item.id))),
);
add(
  'id-uuid',
  'Ids are UUIDs.',
  each((item) => (item.id = `00000000-0000-4000-8000-${String(item.id).padStart(12, '0')}`)),
);
add(
  'id-null',
  'Ids are null.',
  each((item) => (item.id = null)),
);
add(
  'id-fraction',
  'Ids have a fraction.',
  each((item) => (item.id += 0.5)),
);
add(
  'id-zero',
  'All ids are 0.',
  each((item) => (item.id = 0)),
);
add(
  'id-twice',
  'Two reports on a page share an id.',
  results((items) => void (items.length > 3 && (items[2].id = items[1].id))),
);
add(
  'id-by-page',
  'Ids are positions on the page.',
  results(
    (items) =>
      void items.forEach((item, index) => {
        item.id = index + 1;
      }),
  ),
);
add(
  'id-twice-far',
  'A report far down has the id of the newest.',
  results((items, _ask, up) => {
    if (up.memory.get('newest') === undefined) up.memory.set('newest', items[0]?.id);
    const last = items.at(-1);
    if (items.length > 50 && items[0].id !== up.memory.get('newest')) last.id = up.memory.get('newest');
  }),
);
add(
  'bucket-number',
  'Buckets are numbers.',
  each((item) => (item.bucket = Number.parseInt(item.bucket, 10))),
);
add(
  'bucket-null',
  'Buckets are null.',
  each((item) => (item.bucket = null)),
);
add(
  'bucket-word',
  'Buckets are words.',
  each((item) => (item.bucket = 'many')),
);
add(
  'bucket-one-word',
  'Some few buckets are words.',
  rare((item) => (item.bucket = 'a few')),
);
add(
  'bucket-one-null',
  'Some few buckets are null.',
  rare((item) => (item.bucket = null), 11),
);
add(
  'bucket-empty',
  'Some few buckets are empty.',
  rare((item) => (item.bucket = ''), 13),
);
add(
  'bucket-dash',
  'Buckets have a long dash.',
  each((item) => (item.bucket = item.bucket.replace('-', '–'))),
  { forms: [1] },
);
add(
  'bucket-21-30',
  'The fifth bucket is called 21-30.',
  each((item) => (item.bucket = item.bucket === '20-30' ? '21-30' : item.bucket)),
  { forms: [1] },
);
add(
  'bucket-31',
  'The highest bucket is called 31+.',
  each((item) => (item.bucket = item.bucket === '30+' ? '31+' : item.bucket)),
  { forms: [1] },
);
add(
  'bucket-plus',
  'The highest bucket is called 30+ in Form 2.',
  each((item) => (item.bucket = item.bucket === '35' ? '30+' : item.bucket)),
  { forms: [2] },
);
add(
  'bucket-units',
  'Buckets carry a unit.',
  each((item) => (item.bucket += ' people')),
);
add(
  'bucket-spaces',
  'Buckets have spaces around the dash.',
  each((item) => (item.bucket = item.bucket.replace('-', ' - '))),
  { forms: [1] },
);
add(
  'bucket-other',
  'One report has another bucket in the feed than elsewhere.',
  rare(
    (item) => (item.bucket = item.bucket === '0' ? (item.photo_url === undefined ? '35' : '30+') : '0'),
    5,
  ),
);
add(
  'created-bare',
  'created_at has no offset.',
  each((item) => (item.created_at = bare(item.created_at))),
);
add(
  'created-utc',
  'created_at is in UTC.',
  each((item) => (item.created_at = inOffset(item.created_at, 0))),
);
add(
  'created-utc-one',
  'created_at of some few items is in UTC.',
  rare((item) => (item.created_at = inOffset(item.created_at, 0))),
);
add(
  'created-bare-one',
  'created_at of some few items has no offset.',
  rare((item) => (item.created_at = bare(item.created_at)), 19),
);
add(
  'created-bare-later',
  'created_at has no offset on pages after the first.',
  results(
    (items, ask) =>
      void (
        ask.query.has('cursor') &&
        items.forEach((item) => {
          item.created_at = bare(item.created_at);
        })
      ),
  ),
);
add(
  'created-local-z',
  'created_at is local time labelled Z.',
  each((item) => (item.created_at = `${bare(item.created_at)}Z`)),
);
add(
  'created-unix',
  'created_at is a number.',
  each((item) => (item.created_at = Date.parse(item.created_at))),
);
add(
  'created-null-one',
  'created_at of some few items is null.',
  rare((item) => (item.created_at = null), 23),
);
add(
  'created-future',
  'The newest report lies two days ahead.',
  results(
    (items, ask) =>
      void (
        !ask.query.has('cursor') &&
        items.length > 0 &&
        (items[0].created_at = moved(items[0].created_at, 2880))
      ),
  ),
);
add(
  'created-hour-off',
  'created_at is an hour early.',
  each((item) => (item.created_at = moved(item.created_at, -60))),
);
add(
  'created-day-rounded',
  'created_at is cut to the day.',
  each((item) => (item.created_at = item.created_at.replace(/T\d\d:\d\d:\d\d/, 'T00:00:00'))),
);
add(
  'created-minute',
  'created_at is cut to the minute.',
  each((item) => (item.created_at = item.created_at.replace(/(T\d\d:\d\d):\d\d/, '$1:00'))),
);
add(
  'created-impossible',
  'created_at of some few items is a 31st of November.',
  rare((item) => (item.created_at = '2026-11-31T12:00:00-08:00'), 29),
);
add(
  'created-rfc',
  'created_at is written as in e-mail.',
  each((item) => (item.created_at = new Date(item.created_at).toUTCString())),
);
add(
  'created-lower',
  'created_at has a lower-case t.',
  each((item) => (item.created_at = item.created_at.replace('T', 't'))),
);
add(
  'created-colonless',
  'created_at has an offset without colon.',
  each((item) => (item.created_at = item.created_at.replace(/:(\d\d)$/, '$1'))),
);
add(
  'created-short-offset',
  'created_at has an offset of hours only.',
  each((item) => (item.created_at = item.created_at.replace(/:\d\d$/, ''))),
);
add(
  'created-zone',
  'created_at names the zone instead of the offset.',
  each((item) => (item.created_at = `${bare(item.created_at)} PST`)),
);
const form1 = { forms: [1] } as const;
add(
  'photo-missing',
  '`photo_url` is missing without a photo.',
  each((item) => item.photo_url === null && delete item.photo_url),
  form1,
);
add(
  'photo-never',
  '`photo_url` is missing on all items.',
  each((item) => delete item.photo_url),
  form1,
);
add(
  'photo-empty',
  '`photo_url` is an empty string without a photo.',
  each((item) => (item.photo_url ??= '')),
  form1,
);
add(
  'photo-relative',
  '`photo_url` is a path.',
  each((item) => (item.photo_url &&= new URL(item.photo_url).pathname)),
  form1,
);
add(
  'photo-boolean',
  '`photo_url` is a boolean.',
  each((item) => (item.photo_url = item.photo_url !== null)),
  form1,
);
add(
  'photo-file',
  '`photo_url` is a file name.',
  each((item) => (item.photo_url &&= 'IMG_4401.jpg')),
  form1,
);
add(
  'photo-object',
  '`photo_url` is an object.',
  each((item) => (item.photo_url &&= { url: item.photo_url })),
  form1,
);
add(
  'photo-all-null',
  '`photo_url` is always null although photos exist.',
  each((item) => (item.photo_url = null)),
  form1,
);
add(
  'photo-one-wrong',
  'Some few reports without a photo have an address.',
  rare(
    (item) => (item.photo_url = item.photo_url === null ? 'https://photos.example.edu/p/x.jpg' : null),
    31,
  ),
  form1,
);
