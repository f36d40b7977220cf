/** Reports of an import on their way into the database: they are staged in tables of their own, outside of the locks of others. */
import type { Bucket } from '../domain/bucket.ts';
import { rejectUnsafeId } from './report-ids.ts';
import type { Transaction } from './statements.ts';
import type { NewReport } from './store.ts';

/**
 * How an engine stages reports. Both have the tables `staged`, with the reports by their number `seq`, and `staged_like`. `report_id` is the id
 * of a row's report once it is known, `stored` whether the database, or an earlier row, has it, and `nth` its rank, from the oldest, among rows
 * of the same time and bucket; 0 until it is ranked, if a row before has both.
 */
export interface Staging {
  /** Makes room for an import, and returns its number. */
  begin(): Transaction<number>;
  /** Appends reports to those of an import. */
  add(importNumber: number, reports: readonly NewReport[], staged: StagedReports): Transaction<void>;
  /** Deletes the rows of an import. */
  clear(importNumber: number): Transaction<void>;
}

/** Properties of the staged reports that let the merge skip work. */
export class StagedReports {
  count = 0;
  withId = 0;
  withPhoto = 0;
  /** No report is newer than the one before it, and each is from a later line, as in an export. */
  newestFirst = true;
  #idsAscend = true;
  #idsDescend = true;
  #last: NewReport | null = null;
  readonly #bucketsOfTime = new Set<Bucket>();
  #lastId: number | null = null;

  /** Whether ids strictly ascend or descend, so that none is repeated; null if neither. */
  get idOrder(): 'ascending' | 'descending' | null {
    if (this.#idsAscend) return 'ascending';
    return this.#idsDescend ? 'descending' : null;
  }

  /** Counts a report, and returns its number and its rank as far as it is known: 0 if a neighbor before has its time and bucket. */
  next(report: NewReport): { readonly seq: number; readonly nth: 0 | 1 } {
    rejectUnsafeId(report);
    const { id, createdAt, bucket, line, photo } = report;
    const last = this.#last;
    this.#last = report;
    this.count += 1;
    if (photo !== null) this.withPhoto += 1;
    if (last !== null && (createdAt > last.createdAt || line <= last.line)) this.newestFirst = false;
    if (id !== undefined) this.#countId(id);
    if (createdAt !== last?.createdAt) this.#bucketsOfTime.clear();
    const nth = this.#bucketsOfTime.has(bucket) ? 0 : 1;
    this.#bucketsOfTime.add(bucket);
    return { seq: this.count, nth };
  }

  #countId(id: number): void {
    this.withId += 1;
    if (this.#lastId !== null && id <= this.#lastId) this.#idsAscend = false;
    if (this.#lastId !== null && id >= this.#lastId) this.#idsDescend = false;
    this.#lastId = id;
  }
}
