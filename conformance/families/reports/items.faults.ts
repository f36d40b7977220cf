import { type Body, bare, inOffset, moved } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

import { inResults } from './feed.faults.ts';

const { faults, breaking, by } = familyOf('feed');
export const feedItemFaults: readonly Fault[] = faults;

type Item = Body;
const inEach = (change: (item: Item) => unknown) => inResults((items) => void items.forEach(change));
/** Changes about one item in a hundred. The id decides, so an item is changed wherever it appears. */
const inRare = (change: (item: Item) => unknown, ends = 7) =>
  inEach((item) => item.id % 97 === ends && change(item));

const results = by(inResults);
const each = by(inEach);
const photo = by(inEach, { forms: [1] });
const rare = by(inRare);

for (const name of ['id', 'bucket', 'created_at'] as const) {
  each
    .breaking(`reports.${name}`)
    .add(`no-${name}`, `Items have no \`${name}\`.`, (item) => delete item[name]);
  rare
    .breaking(`reports.${name}`)
    .add(`one-no-${name}`, `A few items have no \`${name}\`.`, (item) => delete item[name]);
}

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
  'One report has a different bucket in the feed.',
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
  .add('created-zone', 'created_at names the zone instead of the offset.', (item) => {
    item.created_at = `${bare(item.created_at)} PST`;
  });
each
  .breaking('export.timestamp')
  .add('created-colonless', 'created_at has an offset without colon, unlike the export.', (item) => {
    item.created_at = item.created_at.replace(/:(\d\d)$/, '$1');
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
  .add('photo-boolean', '`photo_url` is a boolean.', (item) => (item.photo_url = item.photo_url !== null))
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
