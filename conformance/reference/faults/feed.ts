import type { HttpRequest } from '../options.ts';
import { type Body, bare, edit, inOffset, moved, rewrite, withParameter } from './edits.ts';
import { type Fault, familyOf, type Upstream } from './fault.ts';

const { faults, breaking, by } = familyOf('feed');
export const feedFaults: readonly Fault[] = faults;

type Item = Body;
const inResults = (change: (items: Item[], request: HttpRequest, upstream: Upstream) => unknown) =>
  edit('reports', (body, request, upstream) => {
    const items = change(body.results, request, upstream);
    if (items !== undefined) body.results = items;
  });
const inEach = (change: (item: Item) => unknown) => inResults((items) => void items.forEach(change));
/** The one item in ten or so whose id ends in the digits; the same wherever it appears. */
const inRare = (change: (item: Item) => unknown, ends = 7) =>
  inEach((item) => item.id % 97 === ends && change(item));
const inLimited = (change: (limit: string | null, request: HttpRequest) => string | null) =>
  rewrite('reports', (request) => {
    const limit = request.query.get('limit');
    const chosen = change(limit, request);
    return chosen === limit ? request : withParameter(request, 'limit', chosen);
  });

const results = by(inResults);
const each = by(inEach);
const photo = by(inEach, { forms: [1] });
const rare = by(inRare);
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
for (const name of ['id', 'bucket', 'created_at'] as const) {
  each
    .breaking(`reports.${name}`)
    .add(`no-${name}`, `Items have no \`${name}\`.`, (item) => delete item[name]);
  rare
    .breaking(`reports.${name}`)
    .add(`one-no-${name}`, `A few items have no \`${name}\`.`, (item) => delete item[name]);
}

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
  .add('oldest-first', 'Pages run from old to new inside.', (items) => items.toReversed())
  .add('pair-swapped', 'Two adjacent reports are swapped.', (items) =>
    items.length > 5 ? items.with(2, items[3]).with(3, items[2]) : items,
  )
  .add(
    'pair-swapped-once',
    'Two adjacent reports are swapped on the fourth large page only.',
    (items, _ask, upstream) => {
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
each
  .breaking('reports.id')
  .add('id-text', 'Ids are strings.', (item) => (item.id = String(item.id)))
  .add('id-uuid', 'Ids are UUIDs.', (item) => {
    item.id = `00000000-0000-4000-8000-${String(item.id).padStart(12, '0')}`;
  })
  .add('id-null', 'Ids are null.', (item) => (item.id = null))
  .add('id-fraction', 'Ids have a fraction.', (item) => (item.id += 0.5));
each.breaking('reports.id-unique', 'reports.walk').add('id-zero', 'All ids are 0.', (item) => (item.id = 0));
results
  .breaking('reports.id-unique', 'reports.walk')
  .add('id-twice', 'Two reports on a page share an id.', (items) => {
    if (items.length > 3) items[2].id = items[1].id;
  })
  .add('id-by-page', 'Ids are positions on the page.', (items) => {
    items.forEach((item, index) => {
      item.id = index + 1;
    });
  })
  .add('id-twice-far', 'A report far down has the id of the newest.', (items, _ask, upstream) => {
    if (upstream.memory.get('newest') === undefined) upstream.memory.set('newest', items[0]?.id);
    const last = items.at(-1);
    if (items.length > 50 && items[0].id !== upstream.memory.get('newest'))
      last.id = upstream.memory.get('newest');
  });
each
  .breaking('reports.bucket')
  .add(
    'bucket-number',
    'Buckets are numbers.',
    (item) => void (item.bucket = Number.parseInt(item.bucket, 10)),
  )
  .add('bucket-null', 'Buckets are null.', (item) => (item.bucket = null))
  .add('bucket-word', 'Buckets are words.', (item) => (item.bucket = 'many'))
  .add(
    'bucket-dash',
    'Buckets have a long dash.',
    (item) => {
      item.bucket = item.bucket.replace('-', '–');
    },
    { forms: [1] },
  )
  .add(
    'bucket-31',
    'The highest bucket is called 31+.',
    (item) => {
      item.bucket = item.bucket === '30+' ? '31+' : item.bucket;
    },
    { forms: [1] },
  )
  .add(
    'bucket-plus',
    'The highest bucket is called 30+ in Form 2.',
    (item) => {
      item.bucket = item.bucket === '35' ? '30+' : item.bucket;
    },
    { forms: [2] },
  )
  .add('bucket-units', 'Buckets carry a unit.', (item) => (item.bucket += ' people'))
  .add(
    'bucket-spaces',
    'Buckets have spaces around the dash.',
    (item) => {
      item.bucket = item.bucket.replace('-', ' - ');
    },
    { forms: [1] },
  );
rare
  .breaking('reports.bucket')
  .add('bucket-one-word', 'A few buckets are words.', (item) => (item.bucket = 'a few'));
breaking('reports.bucket')
  .add(
    'bucket-one-null',
    'A few buckets are null.',
    inRare((item) => (item.bucket = null), 11),
  )
  .add(
    'bucket-empty',
    'A few buckets are empty.',
    inRare((item) => (item.bucket = ''), 13),
  );
each.breaking('reports.bucket', 'export.rows', 'chart.scatter-in-bucket').add(
  'bucket-21-30',
  'The fifth bucket is called 21-30.',
  (item) => {
    item.bucket = item.bucket === '20-30' ? '21-30' : item.bucket;
  },
  { forms: [1] },
);
breaking('reports.bucket', 'export.rows', 'chart.scatter-in-bucket').add(
  'bucket-other',
  'One report has another bucket in the feed than elsewhere.',
  inRare(
    (item) => (item.bucket = item.bucket === '0' ? (item.photo_url === undefined ? '35' : '30+') : '0'),
    5,
  ),
);
each
  .breaking('reports.created_at', 'time.format')
  .add('created-bare', 'created_at has no offset.', (item) => void (item.created_at = bare(item.created_at)))
  .add('created-unix', 'created_at is a number.', (item) => {
    item.created_at = Date.parse(item.created_at);
  })
  .add('created-rfc', 'created_at is written as in e-mail.', (item) => {
    item.created_at = new Date(item.created_at).toUTCString();
  })
  .add('created-lower', 'created_at has a lower-case t.', (item) => {
    item.created_at = item.created_at.replace('T', 't');
  })
  .add('created-colonless', 'created_at has an offset without colon.', (item) => {
    item.created_at = item.created_at.replace(/:(\d\d)$/, '$1');
  })
  .add('created-short-offset', 'created_at has an offset of hours only.', (item) => {
    item.created_at = item.created_at.replace(/:\d\d$/, '');
  })
  .add('created-zone', 'created_at names the zone instead of the offset.', (item) => {
    item.created_at = `${bare(item.created_at)} PST`;
  });
each
  .breaking('time.local-offset', 'reports.created_at')
  .add(
    'created-utc',
    'created_at is in UTC.',
    (item) => void (item.created_at = inOffset(item.created_at, 0)),
  )
  .add('created-local-z', 'created_at is local time labeled Z.', (item) => {
    item.created_at = `${bare(item.created_at)}Z`;
  });
rare
  .breaking('time.local-offset', 'reports.created_at')
  .add('created-utc-one', 'created_at of a few items is in UTC.', (item) => {
    item.created_at = inOffset(item.created_at, 0);
  });
breaking('reports.created_at', 'time.format')
  .add(
    'created-bare-one',
    'created_at of a few items has no offset.',
    inRare((item) => (item.created_at = bare(item.created_at)), 19),
  )
  .add(
    'created-null-one',
    'created_at of a few items is null.',
    inRare((item) => (item.created_at = null), 23),
  )
  .add(
    'created-impossible',
    'created_at of a few items is a 31st of November.',
    inRare((item) => (item.created_at = '2026-11-31T12:00:00-08:00'), 29),
  );
results
  .breaking('reports.created_at', 'time.format')
  .add('created-bare-later', 'created_at has no offset on pages after the first.', (items, request) => {
    if (request.query.has('cursor'))
      items.forEach((item) => {
        item.created_at = bare(item.created_at);
      });
  })
  .add('created-future', 'The newest report is two days in the future.', (items, request) => {
    if (!request.query.has('cursor') && items.length > 0)
      items[0].created_at = moved(items[0].created_at, 2880);
  });
each
  .breaking('export.rows', 'chart.scatter-complete', 'reports.created_at', 'reports.walk')
  .add('created-hour-off', 'created_at is an hour early.', (item) => {
    item.created_at = moved(item.created_at, -60);
  })
  .add('created-day-rounded', 'created_at is cut to the day.', (item) => {
    item.created_at = item.created_at.replace(/T\d\d:\d\d:\d\d/, 'T00:00:00');
  })
  .add('created-minute', 'created_at is cut to the minute.', (item) => {
    item.created_at = item.created_at.replace(/(T\d\d:\d\d):\d\d/, '$1:00');
  });
photo
  .breaking('reports.photo_url')
  .add('photo-missing', '`photo_url` is missing without a photo.', (item) => {
    if (item.photo_url === null) delete item.photo_url;
  })
  .add('photo-never', '`photo_url` is missing on all items.', (item) => delete item.photo_url)
  .add('photo-empty', '`photo_url` is an empty string without a photo.', (item) => (item.photo_url ??= ''))
  .add('photo-relative', '`photo_url` is a path.', (item) => {
    item.photo_url &&= new URL(item.photo_url).pathname;
  })
  .add('photo-boolean', '`photo_url` is a boolean.', (item) => (item.photo_url = item.photo_url !== null))
  .add('photo-file', '`photo_url` is a file name.', (item) => (item.photo_url &&= 'IMG_4401.jpg'))
  .add('photo-object', '`photo_url` is an object.', (item) => (item.photo_url &&= { url: item.photo_url }));
photo
  .breaking('export.has_photo-agrees')
  .add(
    'photo-all-null',
    '`photo_url` is always null although photos exist.',
    (item) => (item.photo_url = null),
  )
  .add('photo-one-wrong', 'A few reports without a photo have an address.', (item) => {
    if (item.id % 97 !== 31) return;
    item.photo_url = item.photo_url === null ? 'https://photos.example.edu/p/x.jpg' : null;
  });
