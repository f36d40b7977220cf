/**
 * The store's port: everything the service asks of the place where reports, keys and
 * quota counters live. Engines lie in folders beside this file and pass the one suite in
 * `store.suite.ts`. Coordinates go in and never come out ("What the service does").
 */
import type { Bucket } from '../domain/bucket.ts';
import type { PhotoSearch } from '../domain/highlights.ts';
import type { Micros, Span } from '../domain/micros.ts';
import type {
  BucketCount,
  FeedPosition,
  Observation,
  Photo,
  Report,
  ReportColumns,
  WeekCount,
} from '../domain/report.ts';

export interface FeedQuery {
  /** Only reports up to this time, inclusive, exist. */
  readonly now: Micros;
  readonly limit: number;
  /** `older`: strictly before the position. `newer`: strictly after it, the closest ones. Null: from the newest. */
  readonly from: { readonly direction: 'older' | 'newer'; readonly position: FeedPosition } | null;
}

export interface ReportReader {
  /**
   * A number that is new whenever any process has committed reports, photos, likes, keys or facts, and cheap
   * enough for every request. It is at once what this store has committed, and what others have at most a second
   * ago. What is read after it is at least that new. At once where it is known; a promise where the database has
   * to be asked, which rejects with `unavailable` while it is away. It says nothing across two databases.
   */
  version(): number | Promise<number>;
  /** Reports of the span in ascending order of time, then id. */
  observations(span: Span): Promise<readonly Observation[]>;
  /** Counts by quarter-hour (aligned to the epoch) and bucket, ascending; only reports inside the span count. */
  bucketCounts(span: Span): Promise<readonly BucketCount[]>;
  /** Counts of the weeks that lie in the span as a whole and have reports, ascending. */
  weekCounts(span: Span): Promise<readonly WeekCount[]>;
  /** Times of the oldest and the newest report before `end`; null when there is none. */
  extent(end: Micros): Promise<{ readonly first: Micros; readonly last: Micros } | null>;
  /** Time of the first report after `at`; null when there is none. */
  nextAfter(at: Micros): Promise<Micros | null>;
  /** Up to `limit` reports, newest first (time, then id, both descending). */
  feed(query: FeedQuery): Promise<readonly Report[]>;
  /** All reports of the span, newest first, in batches, from one consistent snapshot and in constant memory. */
  exportReports(span: Span): AsyncIterable<ReportColumns>;
  /**
   * For each query the first photo with `createdAt >= from`, `createdAt < before` and
   * `expiresAt >= validUntil`, in order of (time, id); null where there is none.
   * `account` decides `liked`.
   */
  firstPhotos(queries: readonly PhotoSearch[], account: number): Promise<readonly (Photo | null)[]>;
}

/** What one report brings in from a file or a simulation. */
export interface NewReport {
  /** Given by sources that know ids (NDJSON); otherwise the store assigns ascending ones. */
  readonly id?: number;
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly photo: NewPhoto | null;
  /** Where it stands in its source, counted from 1; for messages and for the order of ties. */
  readonly line: number;
}

export interface NewPhoto {
  readonly file: string | null;
  readonly caption: string;
  readonly expiresAt: Micros;
  /** E-mail addresses of the accounts that like it. */
  readonly likes: readonly string[];
}

export interface ImportResult {
  readonly read: number;
  readonly added: number;
  /** Already there, and left as they were. */
  readonly known: number;
  /** Already there, and completed by a photo, a photo's file or a like that the store did not know of. */
  readonly completed: number;
}

export interface ReportWriter {
  /**
   * Adds reports in one transaction, all or nothing, idempotently: a report with an id is the
   * same as the stored one with that id (and must agree with it in time, bucket and coordinates);
   * one without is matched by time and bucket, the n-th of the source to the n-th of the store,
   * both counted from the oldest: in the store by ascending id, in the source from its last line
   * up, as exports begin with the newest. Reports that the source names by id are left out of
   * that count. New ids ascend with time and, within a time, from the last line up.
   * A source that knows of no photo takes none away, and likes are only ever added.
   * Nothing is locked for others while the next batch is awaited.
   * Throws `ConflictError` when an id is taken by a different report.
   */
  addReports(
    reports: AsyncIterable<readonly NewReport[]> | Iterable<readonly NewReport[]>,
  ): Promise<ImportResult>;
}

/** An issued key, without its secret. */
export interface Key {
  readonly id: number;
  /** First characters of the key, to recognise it by. */
  readonly prefix: string;
  readonly account: number;
  readonly email: string;
  readonly createdAt: Micros;
  readonly revokedAt: Micros | null;
  /** Requests a local day. */
  readonly quota: number;
}

export interface KeyStore {
  /** The key whose SHA-256 (32 bytes) is given, revoked or not; null when unknown. */
  findKey(hash: Uint8Array): Promise<Key | null>;
  issueKey(key: {
    readonly hash: Uint8Array;
    readonly prefix: string;
    readonly email: string;
    readonly createdAt: Micros;
    readonly quota: number;
  }): Promise<Key>;
  listKeys(): Promise<readonly Key[]>;
  /** Null when there is no such key; the first revocation's time stays. */
  revokeKey(id: number, at: Micros): Promise<Key | null>;
  setQuota(id: number, quota: number): Promise<Key | null>;
}

export interface QuotaStore {
  /**
   * Consumes up to `count` requests of the key's `quota` for a day, exactly, whatever other processes consume.
   * Several keys share one commit. Returns, per entry, how many were used before and how many are allowed.
   */
  consumeQuota(requests: readonly QuotaRequest[]): Promise<readonly QuotaAllowance[]>;
  /** How many requests of that day are used up. */
  usedQuota(key: number, day: string): Promise<number>;
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

/**
 * Results that can be worked out again, kept so that the next process need not: losing them costs time alone. Of
 * several processes that keep one under the same name, the last wins.
 */
export interface CheckpointStore {
  checkpoint(name: string): Promise<string | null>;
  /** Does not look like new data, and waits for no import. */
  saveCheckpoint(name: string, value: string): Promise<void>;
}

export interface Store extends ReportReader, ReportWriter, KeyStore, QuotaStore, CheckpointStore {
  /** Rejects when the database cannot be read. */
  ping(): Promise<void>;
  /** Small facts kept beside the data, such as how far a simulation has come. */
  metadata(name: string): Promise<string | null>;
  /**
   * Runs `add` in a transaction that sees the fact's present value, adds the reports it returns
   * (as `addReports` does) and sets the fact; what two processes do at once happens one after the
   * other. Answers how many reports were added.
   */
  advance(
    name: string,
    add: (value: string | null) => { readonly value: string; readonly reports: readonly NewReport[] },
  ): Promise<number>;
  /** Ends the store, its exports and imports under way too; a second call does nothing. */
  close(): Promise<void>;
}
