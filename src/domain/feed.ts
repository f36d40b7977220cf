import type { Micros } from './micros.ts';
import type { Report } from './report.ts';

/** A place in the feed: between reports, which are ordered by time and then id. */
export interface FeedPosition {
  readonly createdAt: Micros;
  readonly id: number;
}

/** A page of the feed, newest first, and where the pages beside it begin ("Report (feed item)"). */
export interface FeedPage {
  readonly reports: readonly Report[];
  /** Null on the last page. */
  readonly older: FeedPosition | null;
  /** Null on the first page. */
  readonly newer: FeedPosition | null;
}
