import { arrayIn, isObject, type JsonObject } from '../../contract/json.ts';
import { dayNumber } from '../../facts/calendar.ts';
import type { Facts } from '../../facts/facts.ts';
import { parseTimestamp } from '../../facts/timestamp.ts';
import { listed, type Observers, quoted, sentence, span } from './words.ts';

const dayMicros = 86_400_000_000;

/** Gaps of highlights and photo addresses. */
export const photoObservers: Observers = {
  'highlight-choice': (facts) => {
    const photos = photosOf(facts);
    const ages = photos.flatMap(({ date, photo }) => {
      const [day, taken] = [dayNumber(date), parseTimestamp(photo['created_at'])];
      return day === undefined || taken === undefined ? [] : day - (dayNumber(taken.date) ?? day);
    });
    return ages.length === 0 ? undefined : sentence([`photos are ${span(ages)} days older than their day`]);
  },
  'highlight-stability': ({ highlights }) => {
    const photosByDate = new Map<string, Set<string>>();
    const items = highlights.flatMap(({ body }) => arrayIn(body, 'highlights')).filter(isObject);
    for (const { date, photo } of items) {
      const seen = photosByDate.get(String(date)) ?? new Set();
      photosByDate.set(String(date), seen.add(isObject(photo) ? String(photo['id']) : ''));
    }
    const same = [...photosByDate.values()].filter(({ size }) => size === 1).length;
    return highlights.length < 2 || photosByDate.size === 0
      ? undefined
      : sentence([`${same} of ${photosByDate.size} dates have the same photo in every response`]);
  },
  'photo-id': (facts) => {
    const ids = photosOf(facts).map(({ photo }) => String(photo['id']));
    const reported = new Set(facts.pages.flatMap(({ reports }) => reports.map(({ id }) => id)));
    const known = ids.filter((id) => reported.has(id)).length;
    return ids.length === 0
      ? undefined
      : sentence([`${known} of ${ids.length} photos have the id of a report that was seen`]);
  },
  'photo-caption': (facts) => {
    const photos = photosOf(facts);
    const empty = photos.filter(({ photo }) => photo['caption'] === '' || photo['caption'] === null).length;
    return photos.length === 0 ? undefined : sentence([`${empty} of ${photos.length} have no caption`]);
  },
  'photo-created': (facts) => {
    const times = photosOf(facts).flatMap(({ photo }) => parseTimestamp(photo['created_at']) ?? []);
    const reported = times.filter((t) => facts.groupOf(t) !== undefined).length;
    return times.length === 0
      ? undefined
      : sentence([`${reported} of ${times.length} photos have the time of a report that was seen`]);
  },
  'highlight-expiry': (facts) => {
    const photos = photosOf(facts).map(({ photo }) => photo);
    const days = photos.flatMap((photo) => {
      const [taken, expires] = [parseTimestamp(photo['created_at']), parseTimestamp(photo['expires_at'])];
      return taken === undefined || expires === undefined
        ? []
        : Math.round((expires.micros - taken.micros) / dayMicros);
    });
    return days.length === 0
      ? undefined
      : sentence([`photos expire ${span(days)} days after they were taken`]);
  },
  'highlight-liked': (facts) => {
    const photos = photosOf(facts);
    const liked = photos.filter(({ photo }) => photo['liked'] === true).length;
    return photos.length === 0
      ? undefined
      : sentence([`the photo is liked for ${liked} of ${photos.length}`]);
  },
  'photo-address': (facts) => {
    const [first] = photosOf(facts);
    const inFeed = facts.pages.flatMap(({ reports }) => reports.flatMap(({ photo }) => photo ?? []))[0];
    const examples = [inFeed, first?.photo['image_url'], first?.photo['thumbnail_url']];
    const known = examples.filter((address) => typeof address === 'string');
    return known.length === 0 ? undefined : sentence([`for example ${listed(known.map(quoted))}`]);
  },
};

function photosOf({ highlights }: Facts): readonly { readonly date: string; readonly photo: JsonObject }[] {
  const byDate = new Map<string, JsonObject>();
  for (const item of highlights.flatMap(({ body }) => arrayIn(body, 'highlights')))
    if (isObject(item) && isObject(item['photo'])) byDate.set(String(item['date']), item['photo']);
  return [...byDate].map(([date, photo]) => ({ date, photo }));
}
