import { BUCKET_VALUE, BUCKETS, type Bucket, bucketOf } from '../../service/domain/bucket.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros } from '../../service/domain/micros.ts';
import { pictureName } from './picture.ts';
import type { Random } from './random.ts';
import type { Venue } from './venue.ts';

/** The photo of a simulated report, with its metadata. */
export interface SimulatedPhoto {
  /** The name of the picture; `drawPicture` draws the scene that it encodes. */
  readonly file: string;
  readonly caption: string;
  readonly expiresAt: Micros;
  /** E-mail addresses of the accounts that like it, ascending. */
  readonly likes: readonly string[];
}

/** A simulated report, with the fields that the store takes. */
export interface SimulatedReport {
  /** A whole second. */
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  /** Degrees; null, together with `longitude`, if the reporter doesn't share the location. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly photo: SimulatedPhoto | null;
}

/** The circumstances of a report. */
interface Reporting {
  readonly createdAt: Micros;
  /** The true length of the queue. */
  readonly seen: number;
  /** The date whose openings it belongs to, and its number among their reports, from 1. */
  readonly date: Temporal.PlainDate;
  readonly ordinal: number;
  readonly venue: Venue;
  readonly time: LocalTime;
  /** E-mail address of the demo's owner, who likes some photos; null for none. */
  readonly owner: string | null;
}

/** The standard deviation of reporters' locations, in degrees; about fifteen meters. */
const LOCATION_SPREAD = 0.00015;

/** One person's report of the queue: a judgment with a relative error, or sometimes an outlier. */
export function simulateReport(reporting: Reporting, random: Random): SimulatedReport {
  const { createdAt, seen, date, ordinal, venue, time, owner } = reporting;
  const isInlier = !random.chance(venue.outlierShare);
  const judgment = Math.round(seen * Math.exp(random.normal(0, venue.judgmentSpread)));
  const bucket = isInlier ? bucketOf(judgment) : random.pick(BUCKETS);
  const people = isInlier ? judgment : BUCKET_VALUE[bucket];
  const located = random.chance(venue.locatedShare);
  const latitude = located ? near(venue.latitude, random) : null;
  const longitude = located ? near(venue.longitude, random) : null;
  const file = pictureName({ date: date.toString(), ordinal, hour: time.hour(createdAt), people });
  const photo = random.chance(venue.photoShare)
    ? simulatePhoto({ file, at: createdAt, bucket, owner }, random)
    : null;
  return { createdAt, bucket, latitude, longitude, photo };
}

/** A coordinate near another one, rounded to a tenth of a metre. */
function near(degrees: number, random: Random): number {
  return Math.round(random.normal(degrees, LOCATION_SPREAD) * 1e6) / 1e6;
}

/** Captions by the bucket that was reported. */
export const CAPTIONS: Readonly<Record<Bucket, readonly string[]>> = {
  '0': ['Nobody here. Go now!', 'Walked straight up to the counter', 'All quiet, just me and the barista'],
  '1-5': ['Just a handful ahead of me', 'Two minutes, tops', 'A good moment for a coffee'],
  '6-10': ['Some people, but it moves', 'Line reaches the pastry case', 'Slowly filling up'],
  '11-20': ['Line is back to the door', 'Class just let out', 'Everybody wants soup today'],
  '20-30': ['Line is out the door', 'All the way to the bike racks', 'Exam week, can you tell?'],
  '30+': ['Around the corner by now', 'Longest line of the term', 'Giving up, see you tomorrow'],
};

/** How long photos are shown. */
export const PHOTO_LIFETIME: Micros = 180 * 24 * HOUR;

/** The simulated people who like photos. */
export const VISITORS: readonly string[] = Array.from(
  { length: 40 },
  (_, i) => `visitor-${String(i + 1).padStart(2, '0')}@students.example.edu`,
);

/** The share of photos that the demo's owner likes. */
const OWNER_LIKES = 0.25;

/**
 * Generates a report's photo: a caption for its bucket, and likes, few for most photos and many for some.
 * `owner` is the address of the demo's owner, who likes some; null for none, with everything else unchanged.
 */
function simulatePhoto(
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
