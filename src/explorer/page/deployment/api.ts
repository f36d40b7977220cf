import { Failure, noResponse, statusFailure } from './failure.ts';
import type { Path, ProblemBody, QueryOf, ResponseBody } from './responses.ts';

/** How long a response may take, in milliseconds. */
const TIMEOUT = 30_000;
/** By how many milliseconds the browser's clock may be wrong before the service's is used, which responses have to the second. */
const TOLERANCE = 60_000;

/** A key's quota, as reported by the last response. */
export interface Quota {
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly reset: number;
  /** Requests per window. */
  readonly limit: number;
}

/** Where the service is. */
export interface Service {
  readonly baseUrl: string;
  /** The path between its base URL and `/api/v1` where no key is needed; null if there is none. */
  readonly publicPath: string | null;
  /** Milliseconds that its clock is ahead of its machine's, as it replays another day. */
  readonly clockOffset: number;
}

/** A client of the service that serves the page, with a key or as a visitor of its public page, typed by the contract. */
export class Api {
  readonly #service: Service;
  readonly #key: string | null;
  /** Milliseconds that the service's clock is ahead of the browser's, by the last response. */
  ahead: number;
  /** From the last response that had one; null before that, and for visitors, whose limits are no quota to spread. */
  quota: Quota | null = null;
  /** How many requests were sent. */
  requestCount = 0;

  constructor(service: Service, key: string | null) {
    this.#service = service;
    this.#key = key;
    this.ahead = service.clockOffset;
  }

  /** True if it reads as a visitor, without a key. */
  get isVisitor(): boolean {
    return this.#key === null && this.#service.publicPath !== null;
  }

  /** True if requests can succeed. */
  get canRead(): boolean {
    return this.#key !== null || this.isVisitor;
  }

  /** Gets the JSON of a path. Throws `Failure`. */
  get<P extends Path>(path: P, query: QueryOf<P> | Record<string, never> = {}): Promise<ResponseBody<P>> {
    return this.#request(path, query, (response) => response.json());
  }

  /** Downloads the CSV export as a file, under the name from the response. Throws `Failure`. */
  download(query: QueryOf<'/api/v1/export.csv'>): Promise<{ readonly name: string; readonly file: Blob }> {
    return this.#request('/api/v1/export.csv', query, async (response) => {
      const [, name] = /filename="?([^";/\\]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
      return { name: name ?? 'reports.csv', file: await response.blob() };
    });
  }

  async #request<Body>(
    path: Path,
    query: Readonly<Record<string, string | number>>,
    read: (response: Response) => Promise<Body>,
  ): Promise<Body> {
    if (!this.canRead) throw new Failure('no-key', 'An API key is required.', 'Enter one.');
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const { baseUrl, publicPath, clockOffset } = this.#service;
    const target = `${this.isVisitor ? publicPath : ''}${path}${search.size === 0 ? '' : `?${search}`}`;
    this.requestCount += 1;
    // `AbortSignal.timeout` is missing in browsers that screens in halls still have.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const response = await fetch(`${baseUrl}${target}`, {
        headers: this.#key === null ? {} : { Authorization: `Token ${this.#key}` },
        credentials: 'omit',
        // A redirect could send the key to another host.
        redirect: 'error',
        signal: controller.signal,
        // What visitors get may be used for ten seconds. A page that is open shows every report at once.
        cache: this.isVisitor ? 'no-cache' : 'default',
      });
      const wrong = Date.parse(response.headers.get('Date') ?? '') - Date.now();
      this.ahead = clockOffset + (Math.abs(wrong) > TOLERANCE ? wrong : 0);
      if (!this.isVisitor) this.quota = quotaOf(response.headers) ?? this.quota;
      if (response.ok) return await read(response);
      const problem: ProblemBody | null = await response.json().catch(() => null);
      // A proxy may send a date.
      const wait = response.headers.get('Retry-After') ?? '';
      throw statusFailure(response.status, problem, /^\d+$/.test(wait) ? Number(wait) : null);
    } catch (error) {
      throw error instanceof Failure ? error : noResponse(navigator.onLine);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Parses `RateLimit: "daily";r=962;t=41234` and `RateLimit-Policy`; null for responses without them, such as 503. */
function quotaOf(headers: Headers): Quota | null {
  const fields = `${headers.get('RateLimit')}${headers.get('RateLimit-Policy')}`;
  const [remaining, reset, limit] = ['r', 't', 'q'].map((name) =>
    Number(new RegExp(`;${name}=(\\d+)`).exec(fields)?.[1] ?? Number.NaN),
  ) as [number, number, number];
  return Number.isNaN(remaining + reset + limit) ? null : { remaining, reset, limit };
}
