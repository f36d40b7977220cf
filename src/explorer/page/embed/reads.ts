import { retryAfterOf } from '../deployment/quota.ts';
import { withReadableTimes } from '../deployment/readable-times.ts';
import { type Chart, hasExpectedLists, isStatus, type Status } from '../deployment/responses.ts';
import { addDays } from '../local-time.ts';
import { TypicalWeek } from '../week/typical-week.ts';

/** How long a response may take, in milliseconds. */
const TIMEOUT = 20_000;
/** How many days before today a typical week is made from, as the explorer does. */
const TYPICAL_DAYS = 56;

/** There is no response, or none that can be shown. */
export class NoResponse extends Error {
  /** Seconds that the service asks to wait; null if it does not. */
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'NoResponse';
    this.retryAfter = retryAfter;
  }
}

/** What the page reads from the service that it is from. Everything throws `NoResponse`. */
export class Reads {
  readonly #api: string;

  /** `api`: the URL below which visitors read. */
  constructor(api: string) {
    this.#api = api;
  }

  async status(): Promise<Status> {
    const body = await readJson(`${this.#api}/status`);
    if (!isStatus(body)) throw new NoResponse('not a status');
    return withReadableTimes('/api/v1/status', body) as Status;
  }

  chartOfToday(): Promise<Chart> {
    return this.#chart('');
  }

  /** The typical week from the eight weeks before a date. */
  async typicalWeek(today: string): Promise<TypicalWeek> {
    const range = `?since=${addDays(today, -TYPICAL_DAYS)}&until=${addDays(today, -1)}`;
    return new TypicalWeek(await this.#chart(range));
  }

  async #chart(range: string): Promise<Chart> {
    const body = await readJson(`${this.#api}/chart${range}`);
    if (!hasExpectedLists('/api/v1/chart', body)) throw new NoResponse('not a chart');
    return withReadableTimes('/api/v1/chart', body) as Chart;
  }
}

async function readJson(url: string): Promise<unknown> {
  const controller = new AbortController();
  // `AbortSignal.timeout` is missing in browsers that screens in halls still have.
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    const response = await fetch(url, { signal: controller.signal, cache: 'no-cache', credentials: 'omit' });
    if (response.ok) return await response.json();
    throw new NoResponse(`status ${response.status}`, retryAfterOf(response.headers, Date.now()));
  } catch (error) {
    throw error instanceof NoResponse ? error : new NoResponse('no response', null, error);
  } finally {
    clearTimeout(timer);
  }
}
