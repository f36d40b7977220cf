import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observer, QuotaCommit, RequestRecord } from '../http/observer.ts';

/** Upper bounds in seconds: cached responses, computed ones, what a person notices, long charts and exports. */
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 1, 2.5, 10];
const COMMIT_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5];
const COMMIT_REQUESTS = [1, 4, 16, 64, 256];

/** Methods that count under their own name, so that clients cannot invent labels. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The requests of an operation. */
interface OperationCounts {
  inProgress: number;
  /** By method and status, such as `GET 200`. */
  readonly ended: Map<string, number>;
}

/**
 * Counts what the service reports in plain numbers, and hands them to prom-client only when they are scraped. Histograms are
 * prom-client's own.
 */
export class RequestMetrics implements Observer {
  readonly #operations = new Map<string, OperationCounts>();
  readonly #cacheReads = { hit: 0, miss: 0 };
  readonly #requestSeconds: Histogram<'operation'>;
  readonly #commitSeconds: Histogram;
  readonly #commitRequests: Histogram;
  readonly #quotaRequests: Counter<'result'>;
  readonly #quotaErrors: Counter;
  readonly #databaseErrors: Counter<'code'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#registerCounts(registers);
    this.#requestSeconds = new Histogram({
      name: 'headcount_http_request_duration_seconds',
      help: 'Seconds from the arrival of a request to the end of its response.',
      labelNames: ['operation'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'headcount_quota_commit_duration_seconds',
      help: 'Seconds that a commit of quota counters took.',
      buckets: COMMIT_SECONDS,
      registers,
    });
    this.#commitRequests = new Histogram({
      name: 'headcount_quota_commit_requests',
      help: 'Requests that shared a commit of quota counters.',
      buckets: COMMIT_REQUESTS,
      registers,
    });
    this.#quotaRequests = new Counter({
      name: 'headcount_quota_requests_total',
      help: 'Requests that were counted against a quota (allowed), or refused because it was used up.',
      labelNames: ['result'],
      registers,
    });
    this.#quotaErrors = new Counter({
      name: 'headcount_quota_commit_errors_total',
      help: 'Commits of quota counters that failed, with all their requests.',
      registers,
    });
    this.#databaseErrors = new Counter({
      name: 'headcount_database_errors_total',
      help: 'Requests that failed because of the database, by code of the error.',
      labelNames: ['code'],
      registers,
    });
  }

  requestBegan({ operation }: RequestRecord): void {
    this.#of(operation).inProgress += 1;
  }

  requestEnded({ operation, method, status, seconds, aborted }: RequestRecord): void {
    const counts = this.#of(operation);
    counts.inProgress -= 1;
    const key = `${METHODS.includes(method) ? method : 'other'} ${aborted ? 'aborted' : status}`;
    counts.ended.set(key, (counts.ended.get(key) ?? 0) + 1);
    this.#requestSeconds.observe({ operation }, seconds);
  }

  cacheRead(result: 'hit' | 'miss'): void {
    this.#cacheReads[result] += 1;
  }

  quotaCommitted({ allowed, refused, seconds }: QuotaCommit): void {
    this.#commitSeconds.observe(seconds);
    this.#commitRequests.observe(allowed + refused);
    this.#quotaRequests.inc({ result: 'allowed' }, allowed);
    this.#quotaRequests.inc({ result: 'refused' }, refused);
  }

  quotaFailed(): void {
    this.#quotaErrors.inc();
  }

  databaseFailed(code: string): void {
    this.#databaseErrors.inc({ code });
  }

  #of(operation: string): OperationCounts {
    let counts = this.#operations.get(operation);
    if (counts === undefined) {
      counts = { inProgress: 0, ended: new Map() };
      this.#operations.set(operation, counts);
    }
    return counts;
  }

  #registerCounts(registers: Registry[]): void {
    const operations = this.#operations;
    const cacheReads = this.#cacheReads;
    new Counter({
      name: 'headcount_http_requests_total',
      help: 'Requests whose response has ended; the status is "aborted" if the client disconnected before that.',
      labelNames: ['operation', 'method', 'status'],
      registers,
      collect() {
        this.reset();
        for (const [operation, { ended }] of operations) {
          for (const [key, count] of ended) {
            const [method = '', status = ''] = key.split(' ');
            this.inc({ operation, method, status }, count);
          }
        }
      },
    });
    new Gauge({
      name: 'headcount_http_requests_in_progress',
      help: 'Requests whose response has not ended, such as exports that are being read.',
      labelNames: ['operation'],
      registers,
      collect() {
        for (const [operation, { inProgress }] of operations) this.set({ operation }, inProgress);
      },
    });
    new Counter({
      name: 'headcount_response_cache_reads_total',
      help: 'Responses that were computed (miss), or came from the cache or another request (hit).',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(cacheReads)) this.inc({ result }, count);
      },
    });
  }
}
