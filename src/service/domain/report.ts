import type { Bucket } from './bucket.ts';
import type { Micros } from './micros.ts';

/** A person's report of the length of the queue, without its coordinates, which never leave the store. */
export interface Report {
  readonly id: number;
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  /** Null when no photo is attached. */
  readonly photo: PhotoFile | null;
}

/** Observations in columns: an object per report would take most of the time of a long chart or export. */
export interface ObservationColumns {
  readonly length: number;
  readonly createdAt: Float64Array;
  /** Indexes in `BUCKETS`. */
  readonly bucket: Uint8Array;
}

/** Reports in columns, for exports. */
export interface ReportColumns extends ObservationColumns {
  /** 1 where a photo is attached, 0 elsewhere. */
  readonly hasPhoto: Uint8Array;
}

/** The photo of a report; `file` is null if only its existence is known (imported from a Form 1 export). */
export interface PhotoFile {
  readonly reportId: number;
  readonly file: string | null;
}

/** A photo with the metadata that highlights show. */
export interface Photo extends PhotoFile {
  readonly createdAt: Micros;
  readonly caption: string;
  readonly expiresAt: Micros;
  readonly likeCount: number;
  /** Whether the owner of the request's key likes it. */
  readonly liked: boolean;
}

/** A report's time and bucket: all that estimates and charts need. */
export interface Observation {
  readonly at: Micros;
  readonly bucket: Bucket;
}

/** How many reports of one bucket fall into the quarter-hour that begins at `start`. */
export interface BucketCount {
  readonly start: Micros;
  readonly bucket: Bucket;
  readonly count: number;
}

/** How many reports fall into the week (`WEEK`) that begins at `start`. */
export interface WeekCount {
  readonly start: Micros;
  readonly count: number;
  /** How many were removed from it: with `count`, it tells whether the week is as it was. */
  readonly removed: number;
}

/** A photo highlight of a day: a photo from an earlier day ("Highlight"). */
export interface Highlight {
  readonly date: Temporal.PlainDate;
  readonly photo: Photo;
}

/** A position in the feed, which is ordered by time and then id. */
export interface FeedPosition {
  readonly createdAt: Micros;
  readonly id: number;
}

/** A page of the feed, newest first, and where its neighbors begin ("Report (feed item)"). */
export interface FeedPage {
  readonly reports: readonly Report[];
  /** Null on the last page. */
  readonly older: FeedPosition | null;
  /** Null on the first page. */
  readonly newer: FeedPosition | null;
}
