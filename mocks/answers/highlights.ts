import { chance, pick } from '../story/chance.ts';
import type { Photo, Report } from '../story/reports.ts';
import type { Story } from '../story/story.ts';
import { timestamp } from './local-text.ts';

/** `getHighlights`: for each of the last days, today first, an older photo. Some days have none. */
export function highlights(days: number, story: Story, baseUrl: string): object {
  const today = story.now.toPlainDate();
  const found: object[] = [];
  for (let back = 0; back < days; back += 1) {
    const date = today.subtract({ days: back });
    const chosen = photoFor(date, story);
    if (chosen !== null) found.push({ date: date.toString(), photo: described(chosen, baseUrl) });
  }
  return { highlights: found };
}

type WithPhoto = Report & { readonly photo: Photo };

/** A photo of the seven days before a day; none on one day in six, except today. */
function photoFor(date: Temporal.PlainDate, { now, reports, timetable }: Story): WithPhoto | null {
  if (!date.equals(now.toPlainDate()) && chance(`${date} none`) < 1 / 6) return null;
  const begin = date.toZonedDateTime(timetable.timeZone);
  const earliest = begin.subtract({ days: 7 }).epochMilliseconds;
  const older = reports.filter((report): report is WithPhoto => {
    return report.photo !== null && earliest <= report.at && report.at < begin.epochMilliseconds;
  });
  return pick(older, `${date} highlight`) ?? null;
}

function described({ id, time, photo }: WithPhoto, baseUrl: string): object {
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
