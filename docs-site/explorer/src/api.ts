import {
  Failure,
  failureOfBrokenAnswer,
  failureOfStatus,
  failureWithoutAnswer,
  notTheApi,
  unexpectedAnswer,
} from './failure.ts';
import { type Quota, quotaOf, retryAfterOf } from './quota.ts';
import { type AnswerOf, hasListsOf, type Path, type ProblemBody, type QueryOf } from './responses.ts';

/**
 * One deployment, asked with one key. Calls are typed by the generated types of the contract. Repeated questions cost
 * little: the browser's own cache sends `If-None-Match` and takes the 304, so no such header of ours needs a preflight.
 */
export class Api {
  readonly baseUrl: string;
  readonly #key: string | null;
  /** What the last answer told; null before the first and where the deployment does not tell. */
  quota: Quota | null = null;
  /** Requests made so far. */
  count = 0;

  constructor(baseUrl: string, key: string | null) {
    this.baseUrl = baseUrl;
    this.#key = key;
  }

  /** The JSON of an address. Throws `Failure`. */
  async get<P extends Path>(path: P, query: QueryOf<P> | Record<string, never> = {}): Promise<AnswerOf<P>> {
    const response = await this.#ask(path, query as Readonly<Record<string, string | number>>);
    const text = await response.text().catch(() => {
      throw failureOfBrokenAnswer(this.baseUrl, navigator.onLine);
    });
    const body = jsonOf(text);
    if (body === undefined) throw notTheApi(this.baseUrl);
    if (!hasListsOf(path, body)) throw unexpectedAnswer(`It is not what the interface gives at ${path}.`);
    return body as AnswerOf<P>;
  }

  /** The export as a file with the name that the deployment gives it. Throws `Failure`. */
  async download(
    query: QueryOf<'/api/v1/export.csv'>,
  ): Promise<{ readonly name: string; readonly file: Blob }> {
    const response = await this.#ask('/api/v1/export.csv', query as Readonly<Record<string, string>>);
    const [, name] = /filename="?([^";/\\]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
    try {
      return { name: name ?? 'headcount-reports.csv', file: await response.blob() };
    } catch {
      throw new Failure('server', 'The download broke off.', 'Try it again.');
    }
  }

  async #ask(path: Path, query: Readonly<Record<string, string | number>>): Promise<Response> {
    if (this.#key === null) {
      throw new Failure('no-key', 'A key is needed.', `Enter one for ${this.baseUrl}.`);
    }
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    this.count += 1;
    const response = await this.#fetch(`${path}${search.size === 0 ? '' : `?${search}`}`, this.#key);
    this.quota = quotaOf(response.headers) ?? this.quota;
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as ProblemBody | null;
    throw failureOfStatus(response.status, this.baseUrl, body, retryAfterOf(response.headers, Date.now()));
  }

  async #fetch(target: string, key: string): Promise<Response> {
    try {
      return await fetch(`${this.baseUrl}${target}`, {
        headers: { Authorization: `Token ${key}` },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // A redirect could lead the key to another place than it was given for.
        redirect: 'error',
        signal: AbortSignal.timeout(30_000),
      });
    } catch {
      throw failureWithoutAnswer(this.baseUrl, {
        online: navigator.onLine,
        secure: location.protocol === 'https:',
        reached: navigator.onLine && (await this.#isReached()),
      });
    }
  }

  /** Whether anything answers there at all; asked without the key, and without being able to read the answer. */
  #isReached(): Promise<boolean> {
    return fetch(`${this.baseUrl}/api/v1/status`, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(10_000),
    }).then(
      () => true,
      () => false,
    );
  }
}

/** The value of a JSON text; undefined when it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
