/**
 * The store's port: how the service reads and writes reports and quota counters; `account-store.ts` has the part about accounts and keys.
 * Each engine has a folder beside this file and passes the suite in `store.suite.ts`. Coordinates can be written but not read
 * ("What the service does" in the description of the API).
 */
import type { Bucket } from '../domain/bucket.ts';
import type { PhotoSearch } from '../domain/highlights.ts';
import type { Micros, Span } from '../domain/micros.ts';
import type {
  BucketCount,
  FeedPosition,
  Observation,
  ObservationColumns,
  Photo,
  Report,
  ReportColumns,
  WeekCount,
} from '../domain/report.ts';
import type { AccountStore, KeyStore, SessionStore } from './account-store.ts';
import type { LiveReportStore } from './live-report-store.ts';

export interface FeedQuery {
  /** Reports after this time are left out. */
  readonly now: Micros;
  readonly limit: number;
  /** `older`: before the position. `newer`: after it, and closest to it. Null: from the newest report. */
  readonly from: { readonly direction: 'older' | 'newer'; readonly position: FeedPosition } | null;
}

export interface ReportReader {
  /**
   * A number that changes when any process commits reports, photos, likes, keys or metadata, and stays the same when it commits
   * anything else; cheap enough for every request. It includes this store's own commits at once and other processes' commits
   * within a second. Data read afterwards are at least as new. Returns a promise if the database has to be queried; it rejects
   * with `unavailable` during an outage. Numbers of different databases cannot be compared.
   */
  version(): number | Promise<number>;
  /** The reports of a span, ascending by time, then id. */
  observations(span: Span): Promise<readonly Observation[]>;
  /** Counts by quarter-hour (aligned to the epoch) and bucket, ascending, of the reports inside the span. */
  bucketCounts(span: Span): Promise<readonly BucketCount[]>;
  /** Counts of the weeks that lie entirely in the span and have reports, ascending. */
  weekCounts(span: Span): Promise<readonly WeekCount[]>;
  /** The times of the oldest and the newest report before `end`; null without reports. */
  extent(end: Micros): Promise<{ readonly first: Micros; readonly last: Micros } | null>;
  /** The time of the first report after `at`; null if there is none. */
  nextAfter(at: Micros): Promise<Micros | null>;
  /** Up to `limit` reports, newest first (time, then id, both descending). */
  feed(query: FeedQuery): Promise<readonly Report[]>;
  /** `observations` in batches, from one consistent snapshot and in constant memory. */
  observationColumns(span: Span): AsyncIterable<ObservationColumns>;
  /** All reports of a span, newest first, in batches, from one consistent snapshot and in constant memory. */
  exportReports(span: Span): AsyncIterable<ReportColumns>;
  /**
   * The first photo, by time and then id, with `from <= createdAt < before` and `expiresAt >= validUntil`; null if there is none. `liked` is
   * for `account`.
   */
  firstPhoto(search: PhotoSearch, account: number): Promise<Photo | null>;
}

/** A report from a file or a simulation. */
export interface NewReport {
  /** Only from sources with ids (NDJSON); otherwise the store assigns one. */
  readonly id?: number;
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly photo: NewPhoto | null;
  /** The line in its source, counted from 1; for messages and to order reports of the same time. */
  readonly line: number;
}

export interface NewPhoto {
  readonly file: string | null;
  readonly caption: string;
  readonly expiresAt: Micros;
  /** E-mail addresses of the accounts that like the photo. */
  readonly likes: readonly string[];
}

export interface ImportResult {
  readonly read: number;
  readonly added: number;
  /** Already stored, and unchanged. */
  readonly known: number;
  /** Already stored, and completed with coordinates, a photo, a photo's file or a like. */
  readonly completed: number;
}

export type ReportBatches = AsyncIterable<readonly NewReport[]> | Iterable<readonly NewReport[]>;

export interface ReportWriter {
  /**
   * Adds reports in one transaction, all or nothing, idempotently. A report with an id matches the stored one with
   * that id, and must have the same time, bucket and coordinates. One without is matched by time and bucket: the n-th
   * of the source to the n-th of the store, counted from the oldest. That is by ascending id in the store, and from the
   * last line up in the source, because exports begin with the newest report. Stored reports that the source names by
   * id don't count. New ids ascend with time and, within a time, from the last line up. Photos and likes are only
   * ever added. Other processes can write while the next batch is awaited.
   * Throws `ConflictError` if an id belongs to a different report.
   */
  addReports(batches: ReportBatches): Promise<ImportResult>;
}

export interface QuotaStore {
  /**
   * Consumes up to `count` requests of each key's `quota` for a day, exactly, even if other processes do so at the
   * same time. All entries share one commit; no two are of the same key and day. Returns an allowance per entry.
   */
  consumeQuota(requests: readonly QuotaRequest[]): Promise<readonly QuotaAllowance[]>;
  /** How many requests a key has used on a day. */
  usedQuota(key: number, day: string): Promise<number>;
  /**
   * The same, and when one of the kept counters last changed: by the machine's clock, up to 35 days back; null if none is
   * kept.
   */
  keyUse(key: number, day: string): Promise<{ readonly used: number; readonly lastUsedAt: Micros | null }>;
  /** The kept counters of a key, the newest day first. */
  dailyUse(key: number): Promise<readonly DayUse[]>;
  /** Deletes the counters that last changed before a time of the machine's clock, whatever day they count. */
  deleteOldCounts(before: Micros): Promise<void>;
}

/** How many requests a key has used on a local day, `YYYY-MM-DD`. */
export interface DayUse {
  readonly day: string;
  readonly used: number;
}

export interface QuotaRequest {
  readonly key: number;
  /** Local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly quota: number;
  readonly count: number;
}

export interface QuotaAllowance {
  readonly usedBefore: number;
  readonly allowed: number;
}

/** The connections of a pool to a server. */
export interface PoolUse {
  readonly pool: string;
  readonly inUse: number;
  readonly limit: number;
  /** Calls that wait for one. */
  readonly waiting: number;
}

/** Results that the next process can resume from; losing one only costs time. The last one saved under a name wins. */
export interface CheckpointStore {
  checkpoint(name: string): Promise<string | null>;
  /** Does not change `version`, and does not wait for imports. */
  saveCheckpoint(name: string, text: string): Promise<void>;
}

/** The metadata with the time zone of the venue: a service set to another zone does not start. */
export const TIME_ZONE = 'time-zone';

/** The metadata with the secret that signs the cookies of the report page. */
export const REPORT_SECRET = 'report-page-secret';

/** The metadata of the accounts with the ids of the venues that were ever served, with a comma between two. */
export const SERVED_VENUES = 'served venues';

/** The checkpoint with the time of the last backup that succeeded, in RFC 3339. */
export const LAST_BACKUP = 'last backup';

export interface Store
  extends ReportReader,
    ReportWriter,
    KeyStore,
    QuotaStore,
    CheckpointStore,
    LiveReportStore,
    AccountStore,
    SessionStore {
  /** Does what a request does, with no key, and counts nothing; rejects if a request would fail. */
  ping(): Promise<void>;
  /** The time of the newest report, change of a counter or audit event, up to `now`; null if there is none. */
  newestEvent(now: Micros): Promise<Micros | null>;
  /** A value stored beside the reports, such as how far a simulation has come. */
  metadata(name: string): Promise<string | null>;
  /**
   * Calls `add` with the metadata's current value, then adds the reports it returns (as `addReports` does) and sets
   * the value, all in one transaction. Calls of several processes run one after the other. Returns how many reports
   * were added.
   */
  advance(
    name: string,
    add: (value: string | null) => { readonly value: string; readonly reports: readonly NewReport[] },
  ): Promise<number>;
  /** Only of a server. */
  poolUse?(): readonly PoolUse[];
  /**
   * Opens, or with `create` also creates, another store on the same connections, which have to stay open: on PostgreSQL, in another schema. SQLite has no
   * connections to share.
   */
  beside?(schema: string, options: { readonly create: boolean }): Promise<Store>;
  /** Closes the store and ends its exports and imports; a second call does nothing. */
  close(): Promise<void>;
}
