import type { Bucket } from '../domain/bucket.ts';
import type { Micros } from '../domain/micros.ts';
import { HOUR } from '../domain/micros.ts';
import { CAPTIONS } from './captions.ts';
import type { Random } from './random.ts';

/** A photo of a simulated report, with what the store keeps about it. */
export interface SimulatedPhoto {
  /** Name of the picture; `drawPicture` draws what it says. */
  readonly file: string;
  readonly caption: string;
  readonly expiresAt: Micros;
  /** E-mail addresses of those who like it, ascending. */
  readonly likes: readonly string[];
}

/** Photos are shown for this long. */
export const PHOTO_LIFETIME: Micros = 180 * 24 * HOUR;

/** The simulated people who like photos. */
export const VISITORS: readonly string[] = Array.from(
  { length: 40 },
  (_, i) => `visitor-${String(i + 1).padStart(2, '0')}@students.example.edu`,
);

/** Share of the photos the demo's owner likes. */
const OWNER_LIKES = 0.25;

/**
 * Makes up a report's photo: a caption that suits the bucket, and likes of which most photos
 * get a few and some get many. `owner` is the address of the demo's owner, who likes some;
 * null when there is none, which changes nothing else.
 */
export function simulatePhoto(
  photo: {
    readonly file: string;
    readonly at: Micros;
    readonly bucket: Bucket;
    readonly owner: string | null;
  },
  random: Random,
): SimulatedPhoto {
  const { file, at, bucket, owner } = photo;
  const caption = random.pick(CAPTIONS[bucket]);
  // Log-normal: half of the photos have no more than two likes, one in ten has ten or more.
  const visitors = random.sample(VISITORS, Math.floor(Math.exp(random.normal(1, 1))));
  const likes = new Set(visitors);
  if (random.chance(OWNER_LIKES) && owner !== null) likes.add(owner);
  return { file, caption, expiresAt: at + PHOTO_LIFETIME, likes: [...likes].sort() };
}
