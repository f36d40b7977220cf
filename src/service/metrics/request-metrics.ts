import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observer, QuotaCommit, RequestRecord } from '../http/server/observer.ts';

/** Upper bounds in seconds: cached responses, computed ones, what a person notices, long charts and exports. */
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 1, 2.5, 10];
const COMMIT_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5];
const COMMIT_REQUESTS = [1, 4, 16, 64, 256];

/** Methods that count under their own name, so that clients cannot invent labels. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Methods are numbered in thousands, and 0 is the status of a request whose client disconnected. */
const OUTCOMES = {
  numberOf: (method: string, status: number) => (METHODS.indexOf(method) + 1) * 1000 + status,
  labelsOf: (number: number) => ({
    method: METHODS[Math.floor(number / 1000) - 1] ?? 'other',
    status: number % 1000 === 0 ? 'aborted' : String(number % 1000),
  }),
};

/** The label of a venue, in a service that has several. */
export function venueLabel(venue: string): { readonly venue?: string } {
  return venue === '' ? {} : { venue };
}

/** The requests of an operation at a venue. */
interface OperationCounts {
  readonly labels: { readonly operation: string; readonly venue?: string };
  inProgress: number;
  /** By method and status, as `OUTCOMES` numbers them. */
  readonly ended: Map<number, number>;
  readonly observeSeconds: (seconds: number) => void;
}

/**
 * Counts what the service reports in plain numbers, and hands them to prom-client only when they are scraped. Histograms are
 * prom-client's own.
 */
export class RequestMetrics implements Observer {
  /** By venue and operation. */
  readonly #venues = new Map<string, Map<string, OperationCounts>>();
  readonly #cacheReads = { hit: 0, miss: 0 };
  readonly #quotaRequests = { allowed: 0, refused: 0 };
  readonly #requestSeconds: Histogram<'operation' | 'venue'>;
  readonly #commitSeconds: Histogram;
  readonly #commitRequests: Histogram;
  readonly #quotaErrors: Counter;
  readonly #databaseErrors: Counter<'code'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#registerCounts(registers);
    this.#requestSeconds = new Histogram({
      name: 'headcount_http_request_duration_seconds',
      help: 'Seconds from the arrival of a request to the end of its response.',
      labelNames: ['operation', 'venue'],
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

  requestBegan(record: RequestRecord): void {
    this.#of(record).inProgress += 1;
  }

  requestEnded(record: RequestRecord): void {
    const { operation, venue, method, status, seconds, aborted } = record;
    const counts = this.#venues.get(venue)?.get(operation);
    // The venue has ended meanwhile.
    if (counts === undefined) return;
    counts.inProgress -= 1;
    const outcome = OUTCOMES.numberOf(method, aborted ? 0 : status);
    counts.ended.set(outcome, (counts.ended.get(outcome) ?? 0) + 1);
    counts.observeSeconds(seconds);
  }

  venueEnded(venue: string): void {
    this.#venues.delete(venue);
    this.#requestSeconds.remove({ operation: 'getStatus', ...venueLabel(venue) });
  }

  cacheRead(result: 'hit' | 'miss'): void {
    this.#cacheReads[result] += 1;
  }

  quotaCommitted({ allowed, refused, seconds }: QuotaCommit): void {
    this.#commitSeconds.observe(seconds);
    this.#commitRequests.observe(allowed + refused);
    this.#quotaRequests.allowed += allowed;
    this.#quotaRequests.refused += refused;
  }

  quotaRefused(): void {
    this.#quotaRequests.refused += 1;
  }

  quotaFailed(): void {
    this.#quotaErrors.inc();
  }

  databaseFailed(code: string): void {
    this.#databaseErrors.inc({ code });
  }

  #of({ operation, venue }: RequestRecord): OperationCounts {
    const operations = this.#venues.get(venue) ?? new Map<string, OperationCounts>();
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const labels = { operation, ...venueLabel(venue) };
    // A histogram has twelve samples, and a scrape holds up requests: by venue, only of what most clients ask for.
    const timed = operation === 'getStatus' ? labels : { operation };
    const { observe: observeSeconds } = this.#requestSeconds.labels(timed);
    const counts = { labels, inProgress: 0, ended: new Map(), observeSeconds };
    this.#venues.set(venue, operations.set(operation, counts));
    return counts;
  }

  #registerCounts(registers: Registry[]): void {
    const all = () => this.#venues.values().flatMap((operations) => operations.values());
    new Counter({
      name: 'headcount_http_requests_total',
      help: 'Requests whose response has ended; the status is "aborted" if the client disconnected before that.',
      labelNames: ['operation', 'method', 'status', 'venue'],
      registers,
      collect() {
        this.reset();
        for (const {
          labels: { operation, ...venue },
          ended,
        } of all()) {
          for (const [outcome, count] of ended) {
            this.inc({ operation, ...OUTCOMES.labelsOf(outcome), ...venue }, count);
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
        this.reset();
        for (const { labels, inProgress } of all()) this.inc({ operation: labels.operation }, inProgress);
      },
    });
    const counter = (name: string, help: string, counts: Readonly<Record<string, number>>) =>
      new Counter({
        name,
        help,
        labelNames: ['result'],
        registers,
        collect() {
          this.reset();
          for (const [result, count] of Object.entries(counts)) this.inc({ result }, count);
        },
      });
    counter(
      'headcount_response_cache_reads_total',
      'Responses that were computed (miss), or came from the cache or another request (hit).',
      this.#cacheReads,
    );
    counter(
      'headcount_quota_requests_total',
      'Requests that were counted against a quota (allowed), or refused because it was used up.',
      this.#quotaRequests,
    );
  }
}
