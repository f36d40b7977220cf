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
breaking('reports.bucket', 'export.rows', 'chart.scatter-in-bucket').add(
  'bucket-other',
  'One report has a different bucket in the feed.',
  inRare(
    (item) => (item.bucket = item.bucket === '0' ? (item.photo_url === undefined ? '35' : '30+') : '0'),
    5,
  ),
);
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
  );
rare
  .breaking('time.local-offset', 'reports.created_at')
  .add('created-utc-one', 'created_at of a few items is in UTC.', (item) => {
    item.created_at = inOffset(item.created_at, 0);
  });
breaking('reports.created_at', 'time.format').add(
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
  .add('created-minute', 'created_at is cut to the minute.', (item) => {
    item.created_at = item.created_at.replace(/(T\d\d:\d\d):\d\d/, '$1:00');
  });
photo
  .breaking('export.has_photo-agrees')
  .add(
    'photo-all-null',
    '`photo_url` is always null although photos exist.',
    (item) => (item.photo_url = null),
  );
