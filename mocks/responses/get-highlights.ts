import type { Photo } from '../data/photos.ts';
import type { Report } from '../data/reports.ts';
import type { ScenarioData } from '../data/scenario-data.ts';
import { pick, seededRandom } from '../data/seeded-random.ts';
import { integerIn, type MockRequest } from './request.ts';
import { timestamp } from './values.ts';

/** `getHighlights`: an earlier photo for each of the last days, newest day first. Some days have none. */
export function getHighlights(request: MockRequest): object {
  const { data, baseUrl } = request;
  const today = data.now.toPlainDate();
  const dates = Array.from({ length: integerIn(request, 'days') }, (_, days) => today.subtract({ days }));
  return {
    highlights: dates.flatMap((date) => {
      const chosen = photoFor(date, data);
      return chosen === null ? [] : [{ date: date.toString(), photo: photoOf(chosen, baseUrl) }];
    }),
  };
}

type WithPhoto = Report & { readonly photo: Photo };

/** A photo from the seven days before a day; none for one day in six, except today. */
function photoFor(
  date: Temporal.PlainDate,
  { now, reports, timetable, variety }: ScenarioData,
): WithPhoto | null {
  if (variety.highlights === 'none') return null;
  if (!date.equals(now.toPlainDate()) && seededRandom(`${date} none`) < 1 / 6) return null;
  const begin = date.toZonedDateTime(timetable.timeZone);
  const earliest = begin.subtract({ days: 7 }).epochMilliseconds;
  const candidates = reports.filter((report): report is WithPhoto => {
    return report.photo !== null && earliest <= report.at && report.at < begin.epochMilliseconds;
  });
  return pick(candidates, `${date} highlight`) ?? null;
}

function photoOf({ id, time, photo }: WithPhoto, baseUrl: string): object {
  return {
    id,
    image_url: `${baseUrl}/photos/${photo.file}`,
    thumbnail_url: `${baseUrl}/photos/thumbnails/${photo.file}`,
    caption: photo.caption,
    created_at: timestamp(time),
    expires_at: timestamp(time.add({ days: 180 })),
    like_count: photo.likes,
    liked: photo.isLiked,
  };
}
