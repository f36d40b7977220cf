import {
  again,
  type Body,
  edit,
  inOffset,
  moved,
  rewrite,
  TODAY,
  withParameter,
} from '../../reference/faults/edits.ts';
import { type Fault, familyOf, type Upstream } from '../../reference/faults/fault.ts';
import { addDays } from '../../reference/local-time.ts';
import type { HttpRequest } from '../../reference/options.ts';

const { faults, breaking, by } = familyOf('highlights', { forms: [2] });
const OWN_HOST = { mustPass: 'the photo host may be the host of the API' };
export const highlightsFaults: readonly Fault[] = faults;

type Item = Body;
const inList = (change: (items: Item[], request: HttpRequest, upstream: Upstream) => unknown) =>
  edit('highlights', (body, request, upstream) => {
    const items = change(body.highlights, request, upstream);
    if (items !== undefined) body.highlights = items;
  });
const inPhotos = (change: (photo: Body, item: Item, index: number) => unknown) =>
  inList(
    (items) =>
      void items.forEach((item, index) => {
        change(item.photo, item, index);
      }),
  );
const inDays = (change: (days: string | null) => string | null) =>
  rewrite('highlights', (request) => withParameter(request, 'days', change(request.query.get('days'))));
const inThird = (change: (photo: Body, item: Item) => unknown) =>
  inPhotos((photo, item, index) => void (index === 2 && change(photo, item)));
/** A highlight for each of so many days, with the photos of the existing ones a year earlier. */
const stretched = (items: Item[], count: number, today: string) =>
  Array.from({ length: count }, (_, index) => {
    const photo = items[index % items.length]?.photo;
    const created_at = moved(photo.created_at, -364 * 1440);
    return { photo: { ...photo, id: photo.id + 100_000 + index, created_at }, date: addDays(today, -index) };
  });

const list = by(inList);
const each = by((change: (item: Item) => void) => inList((items) => void items.forEach(change)));
const photos = by(inPhotos);
const third = by(inThird);
const days = by(inDays);

list
  .breaking('highlights.order')
  .add('oldest-first', 'Highlights run from old to new.', (items) => items.toReversed())
  .add('pair-swapped', 'Two adjacent days are swapped.', (items) =>
    items.length > 4 ? items.with(1, items[2]).with(2, items[1]) : items,
  );
list
  .breaking('highlights.unique')
  .add('doubled', 'One day appears twice.', (items) =>
    items.length > 2 ? items.toSpliced(1, 0, items[1]) : items,
  )
  .add('doubled-other-photo', 'One day appears twice, with two photos.', (items) =>
    items.length > 3 ? items.toSpliced(2, 0, { date: items[1].date, photo: items[3].photo }) : items,
  );
list
  .breaking('highlights.omitted', 'highlights.photo')
  .add(
    'empty-days',
    'Days without a highlight are listed with a null photo.',
    (items, request, { today }) => {
      const count = Math.min(60, Number(request.query.get('days') ?? 7) || 7);
      return Array.from(
        { length: count },
        (_, index) =>
          items.find((item) => item.date === addDays(today, -index)) ?? {
            date: addDays(today, -index),
            photo: null,
          },
      );
    },
  );
days
  .breaking('highlights.default-days')
  .add('default-6', 'The default range is 6 days.', (value) => value ?? '6')
  .add('default-14', 'The default range is 14 days.', (value) => value ?? '14');
days
  .breaking('highlights.days', 'highlights.default-days', 'highlights.maximum-days')
  .add('days-ignored', '`days` is ignored.', () => null);
list
  .breaking('highlights.days', 'highlights.default-days', 'highlights.maximum-days')
  .add(
    'items-not-days',
    '`days` counts highlights instead of days.',
    (_items, request, upstream) => {
      const count = Math.min(60, Number(request.query.get('days') ?? 7) || 7);
      return again(request, upstream, { days: '60' }).highlights.slice(0, count);
    },
    { state: { highlightDensity: 0.5 } },
  )
  .add(
    'today-lost',
    'The highlight of today is missing, in a correct window.',
    (items, _request, { today }) => items.filter((item) => item.date !== today),
  );
days
  .breaking('highlights.maximum-days')
  .add('maximum-7', 'At most 7 days are covered.', (value) =>
    value !== null && Number(value) > 7 ? '7' : value,
  )
  .add('maximum-30', 'At most 30 days are covered.', (value) =>
    value !== null && Number(value) > 30 ? '30' : value,
  )
  .add('one-day-is-two', 'days=1 covers 2 days.', (value) => (value === '1' ? '2' : value))
  .add('maximum-59', 'At most 59 days are covered.', (value) =>
    value !== null && Number(value) > 59 ? '59' : value,
  );
breaking('highlights.maximum-days')
  .add('maximum-none', 'More than 60 days are covered when requested.', (request, upstream) =>
    inList((items) =>
      Number(request.query.get('days')) > 60 && items.length > 0
        ? stretched(items, Math.min(400, Number(request.query.get('days'))), upstream.today)
        : items,
    )(request, upstream),
  )
  .add('maximum-61', '61 days are covered when requested.', (request, upstream) =>
    inList((items) =>
      Number(request.query.get('days')) > 60 && items.length > 0
        ? stretched(items, 61, upstream.today)
        : items,
    )(request, upstream),
  );
each.breaking('highlights.days', 'highlights.default-days', 'highlights.maximum-days').add(
  'utc-today',
  'Today is the UTC date: in the evening the list begins with tomorrow.',
  (item) => {
    item.date = addDays(item.date, 1);
  },
  { state: { now: `${TODAY}T20:10:00` } },
);
third
  .breaking('highlights.older')
  .add('same-day-photo', 'A highlight shows a photo from its own day.', (photo, item) => {
    photo.created_at = `${item.date}T11:30:00-08:00`;
  })
  .add('photo-after-expiry', 'A photo is newer than its day, and than its own expiry.', (photo, item) => {
    photo.created_at = `${addDays(item.date, 900)}T11:30:00-08:00`;
  });
photos
  .breaking('highlights.older')
  .add('one-future-photo-far', 'Far back, one photo is newer than its day.', (photo, item, index) => {
    if (index === 33) photo.created_at = `${addDays(item.date, 2)}T11:30:00-08:00`;
  });
photos
  .breaking('highlights.photo-image_url')
  .add('image-relative', '`photo.image_url` is a path.', (photo) => {
    photo.image_url = new URL(photo.image_url).pathname;
  })
  .add(
    'image-schemeless',
    '`photo.image_url` begins with two slashes.',
    (photo) => {
      photo.image_url = photo.image_url.replace('https:', '');
    },
    OWN_HOST,
  );
photos
  .breaking('highlights.photo-host')
  .add('thumbnail-elsewhere', '`photo.thumbnail_url` is on another host.', (photo) => {
    photo.thumbnail_url = photo.thumbnail_url.replace('photos.example.edu', 'cdn.example.net');
  });
photos
  .breaking('time.local-offset')
  .add('created-utc', '`photo.created_at` is in UTC.', (photo) => {
    photo.created_at = inOffset(photo.created_at, 0);
  })
  .add('expires-utc', '`photo.expires_at` is in UTC.', (photo) => {
    photo.expires_at = inOffset(photo.expires_at, 0);
  });
