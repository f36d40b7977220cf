import { addDays, instantOf, stampText } from './local-time.ts';
import type { Options } from './options.ts';
import { seededRandom } from './reports.ts';
import { type Store, signature, todayOf } from './store.ts';

/** A photo from before its day for each of the last days, newest day first; a hash of the date decides. */
export function readHighlights(store: Store, days: number): Record<string, unknown> {
  const { options } = store;
  const today = todayOf(store);
  const stamp = (us: number) => stampText(us, options);
  const highlights = [];
  for (let back = 0; back < days; back += 1) {
    const date = addDays(today, -back);
    const random = seededRandom(Number(date.replaceAll('-', '')) + options.seed);
    const midnight = instantOf(date, 0, options.zone);
    const older = store.photos.filter((photo) => createdAt(photo.us, options) < midnight);
    const choice = random();
    const photo =
      older[
        Math.floor(
          (options.photoChoice === 'anew' ? (choice + store.served() * 0.37) % 1 : choice) * older.length,
        )
      ];
    if (photo === undefined || random() > options.highlightDensity || isHidden(store, back)) continue;
    highlights.push({
      date,
      photo: {
        id: options.photoIds === 'own' ? photo.id : (photo.id % 5) + 1,
        image_url: `${options.photoHost}/p/${photo.id}.jpg${signature(store)}`,
        thumbnail_url: `${options.photoHost}/p/${photo.id}_small.jpg${signature(store)}`,
        caption: photo.caption,
        created_at: stamp(createdAt(photo.us, options)),
        expires_at: stamp(photo.us + 365 * 86_400_000_000),
        like_count: photo.likes,
        liked: photo.likes % 3 === 1,
      },
    });
  }
  return { highlights };
}

function isHidden({ served, options }: Store, back: number): boolean {
  const { highlightFrom, highlightUntil, highlightBack, highlightDays } = options;
  const isOut = served() < highlightFrom || (highlightUntil > 0 && served() >= highlightUntil);
  return back >= highlightDays || (back === highlightBack && isOut);
}

function createdAt(reported: number, options: Options): number {
  return reported + options.photoDelay * 60_000_000;
}
