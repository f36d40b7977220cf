import {
  Failure,
  forVisitor,
  interruptedResponse,
  notTheApi,
  statusFailure,
  unexpectedResponse,
} from './failure.ts';
import { type Quota, quotaOf, retryAfterOf } from './quota.ts';
import { withReadableTimes } from './readable-times.ts';
import {
  hasExpectedLists,
  type Path,
  type ProblemBody,
  type QueryOf,
  type ResponseBody,
} from './responses.ts';
import { readText, sendRequest } from './send-request.ts';

/** The longest JSON that the page reads, in bytes. */
const MAX_BYTES = 50_000_000;

/**
 * A client for one deployment, with one key or as a visitor of its public page, typed by the contract. The browser's cache revalidates with `If-None-Match`;
 * a header of our own would need a CORS preflight.
 */
export class Api {
  readonly baseUrl: string;
  /** Whether it reads what needs no key. */
  readonly isVisitor: boolean;
  readonly #key: string | null;
  readonly #publicPath: string | null;
  /** From the last response that had one; null before that. */
  quota: Quota | null = null;
  /** How many requests were sent. */
  requestCount = 0;

  /** `publicPath` leads to what needs no key; null where everything needs one. */
  constructor(baseUrl: string, key: string | null, publicPath: string | null = null) {
    this.baseUrl = baseUrl;
    this.isVisitor = key === null && publicPath !== null;
    this.#key = key;
    this.#publicPath = publicPath;
  }

  /** Whether requests can succeed: there is a key, or the page needs none. */
  get canRead(): boolean {
    return this.#key !== null || this.isVisitor;
  }

  /** Gets the JSON of a path. Throws `Failure`, in words for visitors if it is for one. */
  async get<P extends Path>(
    path: P,
    query: QueryOf<P> | Record<string, never> = {},
  ): Promise<ResponseBody<P>> {
    return this.#get(path, query).catch((error: unknown) => {
      throw this.isVisitor && error instanceof Failure ? forVisitor(error) : error;
    });
  }

  async #get<P extends Path>(path: P, query: QueryOf<P> | Record<string, never>): Promise<ResponseBody<P>> {
    const response = await this.#request(path, query as Readonly<Record<string, string | number>>);
    const { content, isCut } = await readText(response, MAX_BYTES).catch(() => {
      throw interruptedResponse(this.baseUrl, navigator.onLine);
    });
    if (isCut) throw unexpectedResponse(`It is larger than ${MAX_BYTES / 1e6} MB.`);
    const body = parseJson(content);
    if (body === undefined) throw notTheApi(this.baseUrl);
    if (!hasExpectedLists(path, body)) throw unexpectedResponse(`It does not match the contract of ${path}.`);
    return withReadableTimes(path, body) as ResponseBody<P>;
  }

  /** Downloads the CSV export as a file, under the name from the response. Throws `Failure`. */
  async download(
    query: QueryOf<'/api/v1/export.csv'>,
  ): Promise<{ readonly name: string; readonly file: Blob }> {
    const response = await this.#request('/api/v1/export.csv', query as Readonly<Record<string, string>>);
    const [, name] = /filename="?([^";/\\]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
    try {
      return { name: name ?? 'headcount-reports.csv', file: await response.blob() };
    } catch {
      throw new Failure('server', 'The download was interrupted.', 'Try again.');
    }
  }

  async #request(path: Path, query: Readonly<Record<string, string | number>>): Promise<Response> {
    if (this.#key === null && !this.isVisitor) {
      throw new Failure('no-key', 'An API key is required.', `Enter one for ${this.baseUrl}.`);
    }
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    this.requestCount += 1;
    const target = `${this.isVisitor ? this.#publicPath : ''}${path}${search.size === 0 ? '' : `?${search}`}`;
    const response = await sendRequest(this.baseUrl, target, this.#key);
    // The limits of visitors are no quota to spread.
    if (!this.isVisitor) this.quota = quotaOf(response.headers) ?? this.quota;
    if (response.ok) return response;
    const text = await readText(response, MAX_BYTES).catch(() => null);
    const body = (parseJson(text?.content ?? '') ?? null) as ProblemBody | null;
    throw statusFailure(response.status, this.baseUrl, body, retryAfterOf(response.headers, Date.now()));
  }
}

/** Parses JSON; undefined if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
