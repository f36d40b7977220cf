import { addDays } from '../local-time.ts';
import type { Ask } from '../options.ts';
import {
  again,
  type Body,
  bare,
  edit,
  type Fault,
  familyOf,
  inOffset,
  isAt,
  rewrite,
  TODAY,
  type Upstream,
  withParameter,
} from './fault.ts';

const { faults, add: put } = familyOf('highlights');
export const highlightsFaults: readonly Fault[] = faults;
const add = (id: string, says: string, answer: Fault['answer'], arguable?: string) =>
  put(id, says, answer, { forms: [2], ...(arguable === undefined ? {} : { arguable }) });

type Item = Body;
const list = (change: (items: Item[], ask: Ask, upstream: Upstream) => unknown) =>
  edit('highlights', (body, ask, upstream) => {
    const items = change(body.highlights, ask, upstream);
    if (items !== undefined) body.highlights = items;
  });
const photos = (change: (photo: Body, item: Item, index: number) => unknown) =>
  list(
    (items) =>
      void items.forEach((item, index) => {
        change(item.photo, item, index);
      }),
  );
const days = (change: (days: string | null) => string | null) =>
  rewrite('highlights', (ask) => withParameter(ask, 'days', change(ask.query.get('days'))));
const third = (change: (photo: Body, item: Item) => unknown) =>
  photos((photo, item, index) => void (index === 2 && change(photo, item)));
/** More days than the maximum, made from those there are. */
const stretched = (items: Item[], count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...items[index % items.length],
    date: addDays(TODAY, -index),
  }));

add('endpoint-missing', 'The endpoint is missing.', (ask, up) =>
  isAt(ask, 'highlights') ? up.pass({ ...ask, path: `${ask.path}-none` }) : up.pass(ask),
);
add(
  'missing',
  '`highlights` is missing.',
  edit('highlights', (body) => ({ results: body.highlights })),
);
add(
  'bare-list',
  'The answer is a bare list.',
  edit('highlights', (body) => body.highlights),
);
add(
  'null',
  '`highlights` is null.',
  list(() => null),
);
add(
  'object',
  '`highlights` is an object by date.',
  list((items) => Object.fromEntries(items.map((item) => [item.date, item.photo]))),
);
add(
  'oldest-first',
  'Highlights run from old to new.',
  list((items) => items.toReversed()),
);
add(
  'pair-swapped',
  'Two neighbouring days are exchanged.',
  list((items) => (items.length > 4 ? items.with(1, items[2]).with(2, items[1]) : items)),
);
add(
  'shuffled-tail',
  'Only the older half is out of order.',
  list((items) => (items.length > 20 ? [...items.slice(0, 20), ...items.slice(20).toReversed()] : items)),
);
add(
  'by-photo',
  'Highlights are sorted by the age of the photo.',
  list((items) => items.toSorted((a, b) => b.photo.created_at.localeCompare(a.photo.created_at))),
);
add(
  'doubled',
  'One day appears twice.',
  list((items) => (items.length > 2 ? items.toSpliced(1, 0, items[1]) : items)),
);
add(
  'doubled-other-photo',
  'One day appears twice, with two photos.',
  list((items) =>
    items.length > 3 ? items.toSpliced(2, 0, { date: items[1].date, photo: items[3].photo }) : items,
  ),
);
add(
  'empty-days',
  'Days without a highlight are there with a photo of null.',
  list((items, ask) => {
    const count = Math.min(60, Number(ask.query.get('days') ?? 7) || 7);
    return Array.from(
      { length: count },
      (_, index) =>
        items.find((item) => item.date === addDays(TODAY, -index)) ?? {
          date: addDays(TODAY, -index),
          photo: null,
        },
    );
  }),
);
add(
  'default-6',
  'The default look-back is 6 days.',
  days((value) => value ?? '6'),
);
put(
  'default-8',
  'The default look-back is 8 days.',
  days((value) => value ?? '8'),
  { forms: [2], state: { highlightDensity: 1 } },
);
add(
  'default-14',
  'The default look-back is 14 days.',
  days((value) => value ?? '14'),
);
add(
  'default-30',
  'The default look-back is 30 days.',
  days((value) => value ?? '30'),
);
add(
  'default-1',
  'The default look-back is one day.',
  days((value) => value ?? '1'),
);
add(
  'days-ignored',
  '`days` is ignored.',
  days(() => null),
);
add(
  'days-plus-one',
  'One day too many is looked at.',
  days((value) => (value === null ? value : String(Math.min(60, Number(value) + 1)))),
);
add(
  'days-minus-one',
  'One day too few is looked at.',
  days((value) => (value === null || Number(value) < 2 ? value : String(Number(value) - 1))),
);
put(
  'items-not-days',
  '`days` counts highlights instead of days.',
  list((_items, ask, up) => {
    const count = Math.min(60, Number(ask.query.get('days') ?? 7) || 7);
    return again(ask, up, { days: '60' }).highlights.slice(0, count);
  }),
  { forms: [2], state: { highlightDensity: 0.5 } },
);
add(
  'maximum-7',
  'At most 7 days are looked at.',
  days((value) => (value !== null && Number(value) > 7 ? '7' : value)),
);
add(
  'maximum-30',
  'At most 30 days are looked at.',
  days((value) => (value !== null && Number(value) > 30 ? '30' : value)),
);
add(
  'maximum-59',
  'At most 59 days are looked at.',
  days((value) => (value !== null && Number(value) > 59 ? '59' : value)),
  'the sixtieth day may have no highlight',
);
add('maximum-none', 'More than 60 days are looked at when asked for.', (ask, up) =>
  list((items) =>
    Number(ask.query.get('days')) > 60 && items.length > 0
      ? stretched(items, Math.min(400, Number(ask.query.get('days'))))
      : items,
  )(ask, up),
);
add('maximum-61', '61 days are looked at when asked for.', (ask, up) =>
  list((items) => (Number(ask.query.get('days')) > 60 && items.length > 0 ? stretched(items, 61) : items))(
    ask,
    up,
  ),
);
add(
  'not-today',
  'Today is left out of the count: the look-back begins yesterday.',
  list((_items, ask, up) => {
    const count = Math.min(60, Number(ask.query.get('days') ?? 7) || 7);
    return again(ask, up, { days: '60' }).highlights.filter(
      (item: Item) => item.date < TODAY && item.date >= addDays(TODAY, -count),
    );
  }),
);
add(
  'today-lost',
  'The highlight of today is missing, the window being right.',
  list((items) => items.filter((item) => item.date !== TODAY)),
  'a day may have no highlight',
);
add(
  'tomorrow',
  'The list begins with tomorrow.',
  list((items) => [{ ...items[0], date: addDays(TODAY, 1) }, ...items]),
);
add(
  'shifted-a-day',
  'All dates are a day late.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = addDays(item.date, 1);
      }),
  ),
);
put(
  'utc-today',
  'Today is that of UTC: in the evening the list begins with tomorrow.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = addDays(item.date, 1);
      }),
  ),
  { forms: [2], state: { now: `${TODAY}T20:10:00` } },
);
add(
  'old-day',
  'One day from before the window is there.',
  list((items) => [
    ...items,
    {
      ...items[0],
      date: addDays(TODAY, -200),
      photo: { ...items.at(-1)?.photo, created_at: '2026-01-05T12:00:00-08:00' },
    },
  ]),
);
add(
  'same-day-photo',
  'A photo of the same day is brought back.',
  third((photo, item) => (photo.created_at = `${item.date}T11:30:00-08:00`)),
);
add(
  'future-photo',
  'A photo is younger than its day.',
  third((photo, item) => (photo.created_at = `${addDays(item.date, 3)}T11:30:00-08:00`)),
);
add(
  'one-future-photo-far',
  'Far back, one photo is younger than its day.',
  photos(
    (photo, item, index) =>
      void (index === 33 && (photo.created_at = `${addDays(item.date, 2)}T11:30:00-08:00`)),
  ),
);
add(
  'date-missing',
  '`date` is missing.',
  list(
    (items) =>
      void items.forEach((item) => {
        delete item.date;
      }),
  ),
);
add(
  'date-stamp',
  '`date` is a timestamp.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = `${item.date}T00:00:00-08:00`;
      }),
  ),
);
add(
  'date-german',
  '`date` is written day.month.year.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = item.date.split('-').reverse().join('.');
      }),
  ),
);
add(
  'date-compact',
  '`date` has no hyphens.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = item.date.replaceAll('-', '');
      }),
  ),
);
add(
  'date-null',
  '`date` is null.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.date = null;
      }),
  ),
);
add(
  'flat',
  "The photo's fields stand beside the date.",
  list((items) => items.map((item) => ({ date: item.date, ...item.photo }))),
);
add(
  'photo-missing',
  '`photo` is missing.',
  list((items) => items.map((item) => ({ date: item.date }))),
);
add(
  'photo-null-one',
  '`photo` is null on one day.',
  list((items) => void (items.length > 2 && (items[2].photo = null))),
);
add(
  'photo-list',
  '`photo` is a list.',
  list(
    (items) =>
      void items.forEach((item) => {
        item.photo = [item.photo];
      }),
  ),
);
for (const name of [
  'id',
  'image_url',
  'thumbnail_url',
  'caption',
  'created_at',
  'expires_at',
  'like_count',
  'liked',
]) {
  add(
    `no-${name}`,
    `\`photo.${name}\` is missing.`,
    photos((photo) => delete photo[name]),
  );
  add(
    `null-${name}`,
    `\`photo.${name}\` is null on one day.`,
    third((photo) => (photo[name] = null)),
  );
}
add(
  'id-text',
  '`photo.id` is a string.',
  photos((photo) => (photo.id = String(photo.id))),
);
add(
  'image-relative',
  '`photo.image_url` is a path.',
  photos((photo) => (photo.image_url = new URL(photo.image_url).pathname)),
);
add(
  'image-schemeless',
  '`photo.image_url` begins with two slashes.',
  photos((photo) => (photo.image_url = photo.image_url.replace('https:', ''))),
);
add(
  'thumbnail-relative',
  '`photo.thumbnail_url` is a path.',
  photos((photo) => (photo.thumbnail_url = new URL(photo.thumbnail_url).pathname)),
);
add(
  'thumbnail-empty',
  '`photo.thumbnail_url` is empty.',
  photos((photo) => (photo.thumbnail_url = '')),
);
add(
  'thumbnail-elsewhere',
  '`photo.thumbnail_url` lies on another host.',
  photos(
    (photo) => (photo.thumbnail_url = photo.thumbnail_url.replace('photos.example.edu', 'cdn.example.net')),
  ),
);
add(
  'caption-number',
  '`photo.caption` is a number.',
  photos((photo) => (photo.caption = 5)),
);
add(
  'caption-missing-empty',
  '`photo.caption` is null where it is empty.',
  photos((photo) => (photo.caption ||= null)),
);
add(
  'created-bare',
  '`photo.created_at` has no offset.',
  photos((photo) => (photo.created_at = bare(photo.created_at))),
);
add(
  'created-utc',
  '`photo.created_at` is in UTC.',
  photos((photo) => (photo.created_at = inOffset(photo.created_at, 0))),
);
add(
  'created-date',
  '`photo.created_at` is a date.',
  photos((photo) => (photo.created_at = photo.created_at.slice(0, 10))),
);
add(
  'expires-bare',
  '`photo.expires_at` has no offset.',
  photos((photo) => (photo.expires_at = bare(photo.expires_at))),
);
add(
  'expires-utc',
  '`photo.expires_at` is in UTC.',
  photos((photo) => (photo.expires_at = inOffset(photo.expires_at, 0))),
);
add(
  'expires-days',
  '`photo.expires_at` is a number of days.',
  photos((photo) => (photo.expires_at = 365)),
);
add(
  'expires-before',
  '`photo.expires_at` lies before `created_at`.',
  photos((photo) => (photo.expires_at = '2020-01-01T00:00:00-08:00')),
);
add(
  'likes-text',
  '`photo.like_count` is a string.',
  photos((photo) => (photo.like_count = String(photo.like_count))),
);
add(
  'likes-negative',
  '`photo.like_count` is negative.',
  photos((photo) => (photo.like_count = -1)),
);
add(
  'likes-fraction',
  '`photo.like_count` has a fraction.',
  photos((photo) => (photo.like_count += 0.5)),
);
add(
  'likes-list',
  '`photo.like_count` is a list of people.',
  photos((photo) => (photo.like_count = ['anna', 'ben'])),
);
add(
  'liked-number',
  '`photo.liked` is 0 or 1.',
  photos((photo) => (photo.liked = Number(photo.liked))),
);
add(
  'liked-text',
  '`photo.liked` is a string.',
  photos((photo) => (photo.liked = String(photo.liked))),
);
