import type { Bucket } from '../../service/domain/bucket.ts';
import { BUCKET_VALUE, BUCKETS, bucketOf } from '../../service/domain/bucket.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import type { Micros } from '../../service/domain/micros.ts';
import type { SimulatedPhoto } from './photo.ts';
import { simulatePhoto } from './photo.ts';
import { pictureName } from './picture.ts';
import type { Random } from './random.ts';
import type { Venue } from './venue.ts';

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
export interface Reporting {
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
