/**
 * The part of the store's port that is about reports made at this moment, by people on the report page and by devices, and about removing
 * reports.
 */
import type { Bucket } from '../domain/bucket.ts';
import type { Micros, Span } from '../domain/micros.ts';

/** A device that may report, or a link with which the staff opens its page, without its secret. */
export interface Reporter {
  readonly id: number;
  /** Unique among the reporters that were not removed. */
  readonly name: string;
  /** The first characters of a device's key, to identify it; `staff` of a link. */
  readonly prefix: string;
  readonly createdAt: Micros;
  /** From this time on its key doesn't work; null: it works. */
  readonly removedAt: Micros | null;
  /** The time of its newest report, also of one that was removed; null: it has sent none. */
  readonly heardAt: Micros | null;
  /** How often it should be heard while the venue is open; null: nobody said. */
  readonly every: Micros | null;
}

/** A report that is made now. Nothing says which person made it. */
export interface LiveReport {
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The id of the report that this one replaces, if it is still there; null: none. */
  readonly replaces: number | null;
  /** Null: a person. `request` is the SHA-256 of what identifies the request of a device; null: nothing does. */
  readonly device: DeviceRequest | null;
}

export interface DeviceRequest {
  readonly reporter: number;
  readonly request: Uint8Array | null;
}

/** What became of a report. */
export interface StoredReport {
  readonly id: number;
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  /** Whether the device has sent the same request before, so that this is what was stored then. */
  readonly isRepeated: boolean;
}

/** A report, and where it comes from. */
export interface ListedReport {
  readonly id: number;
  readonly createdAt: Micros;
  readonly bucket: Bucket;
  /** The id of the reporter that made it; null: a person, or an import. */
  readonly reporter: number | null;
}

/** Which reports to list or remove: all given conditions must match. */
export interface ReportFilter {
  readonly id?: number;
  readonly span?: Span;
  /** The id of a reporter. */
  readonly reporter?: number;
}

export interface LiveReportStore {
  /** Adds reports in one transaction, and returns what became of each, in their order. */
  addLiveReports(reports: readonly LiveReport[]): Promise<readonly StoredReport[]>;
  /** What was stored when a device sent the same request before; null if it has not, or if nothing identifies the request. */
  repeatedReport(device: DeviceRequest): Promise<StoredReport | null>;
  countReports(filter: ReportFilter): Promise<number>;
  /** The newest first, up to `limit`. */
  listReports(filter: ReportFilter, limit: number): Promise<readonly ListedReport[]>;
  /** Removes reports with their photos and likes, and records it in the audit log. Returns how many there were. `by`: a staff link; by default an operator. */
  removeReports(filter: ReportFilter, at: Micros, by?: string): Promise<number>;
  /** `hash`: the SHA-256 of its key. Rejects with `conflict` if the name is taken. */
  addReporter(reporter: {
    readonly name: string;
    readonly hash: Uint8Array;
    readonly prefix: string;
    readonly createdAt: Micros;
    readonly every?: Micros | null;
  }): Promise<Reporter>;
  /** Removed ones, too, by id. */
  listReporters(): Promise<readonly Reporter[]>;
  /** The reporter with a key of this SHA-256, removed or not; null if there is none. */
  findReporter(hash: Uint8Array): Promise<Reporter | null>;
  /** Null if there is no such reporter. One that is already removed keeps its time of removal. Its reports stay. */
  removeReporter(id: number, at: Micros): Promise<Reporter | null>;
}
