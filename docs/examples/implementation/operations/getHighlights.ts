import type { Handler } from '../context.ts';
import { dayBefore, stamp, timeAt } from '../line.ts';

/** The ids of the photos, all of them taken 100 days ago. Read them from your database instead. */
const PHOTOS = [1, 2, 3, 4, 5];
const TAKEN = timeAt(dayBefore(100), 12);
const EXPIRES = new Date(TAKEN.getFullYear() + 1, TAKEN.getMonth(), TAKEN.getDate());

/** List photo highlights: `GET /api/v1/highlights`. Each day has the same photo whenever somebody asks. */
export const getHighlights: Handler<'getHighlights'> = async ({ days }) => ({
  highlights: Array.from({ length: days }, (_, back) => {
    const date = dayBefore(back);
    const id = PHOTOS[Math.round(Date.parse(date) / 86_400_000) % PHOTOS.length] as number;
    return {
      date,
      photo: {
        id,
        image_url: `https://photos.example/${id}.jpg`,
        thumbnail_url: `https://photos.example/thumbnails/${id}.jpg`,
        caption: 'Lunch',
        created_at: stamp(TAKEN),
        expires_at: stamp(EXPIRES),
        like_count: 0,
        liked: false,
      },
    };
  }),
});
