import { Problem } from '../service/http/server/problem.ts';
import type { LiveReport, LiveReportStore, StoredReport } from '../service/store/live-report-store.ts';

/** How many reports may wait for the database. More than these would wait for seconds. */
const MOST_WAITING = 500;

interface Waiting {
  readonly report: LiveReport;
  readonly resolve: (stored: StoredReport) => void;
  readonly reject: (error: unknown) => void;
}

/** Adds reports: those that arrive while the database commits others share the next commit. */
export class ReportQueue {
  readonly #store: Pick<LiveReportStore, 'addLiveReports'>;
  #waiting: Waiting[] = [];
  #isCommitting = false;

  constructor(store: Pick<LiveReportStore, 'addLiveReports'>) {
    this.#store = store;
  }

  /** Resolves when the report is committed. Rejects with an `unavailable` problem if too many wait. */
  add(report: LiveReport): Promise<StoredReport> {
    if (this.#waiting.length >= MOST_WAITING) {
      const headers = { 'Retry-After': '5' };
      const problem = new Problem('unavailable', 'Too many reports wait for the database.', { headers });
      return Promise.reject(problem);
    }
    const { promise, resolve, reject } = Promise.withResolvers<StoredReport>();
    this.#waiting.push({ report, resolve, reject });
    if (!this.#isCommitting) void this.#commitAll();
    return promise;
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    // What arrives in this turn of the event loop shares the first commit.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const stored = await this.#store.addLiveReports(batch.map(({ report }) => report));
        for (const [index, { resolve }] of batch.entries()) resolve(stored[index] as StoredReport);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isCommitting = false;
  }
}
