<<<<<<< HEAD

/** What clients of a service see while something goes wrong. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends requests to a service all the time, until it is stopped. */
export class Watch {
  /** Responses of the API by status, 0 for none. */
  readonly statuses = new Map<number, number>();
  /** Requests that were allowed, and how many the quota still allows, by key. */
  readonly served = new Map<string, number>();
  readonly remaining = new Map<string, number>();
  /** Responses that are neither right nor a problem document with `Retry-After`. */
  readonly wrong: string[] = [];
  /** The longest time until a response, in milliseconds. */
  slowest = 0;
  slowestLivez = 0;
  readonly #url: string;
  readonly #key: string;
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>[];

  constructor(url: string, key: string, clients = 4) {
    this.#url = url;
    this.#key = key;
    this.#running = [
      this.#repeat(20, () => this.#livez()),
      ...Array.from({ length: clients }, () => this.#repeat(5, () => this.status())),
    ];
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0;
  }

  /** Waits until a request with the key gets a status, and returns the milliseconds that took. */
  async until(status: number, key = this.#key): Promise<number> {
    const begin = performance.now();
    while ((await this.status(key)) !== status) {
      if (performance.now() - begin > 30_000) throw new Error(`no ${status} in 30 s`);
      await sleep(10);
    }
    return performance.now() - begin;
  }

  /** Waits until the service has learned from its reports, and times only what comes after. */
  async warm(): Promise<void> {
    await this.until(200);
    await sleep(1000);
    this.slowest = 0;
    this.slowestLivez = 0;
  }

  /** Sends one request. */
  async status(key = this.#key): Promise<number> {
    const begin = performance.now();
    const response = await fetch(`${this.#url}/api/v1/status`, {
      headers: { Authorization: `Token ${key}` },
    }).catch(() => null);
    const body = (await response?.text().catch(() => '')) ?? '';
    this.slowest = Math.max(this.slowest, performance.now() - begin);
    const status = response?.status ?? 0;
    this.statuses.set(status, this.count(status) + 1);
    if (status === 200) {
      this.served.set(key, (this.served.get(key) ?? 0) + 1);
      this.remaining.set(key, Number(/r=(\d+)/.exec(response?.headers.get('ratelimit') ?? '')?.[1]));
    }
    const type = response?.headers.get('content-type') ?? '';
    const isProblem = type.startsWith('application/problem+json') && response?.headers.has('retry-after');
    if (status >= 500 && !(status === 503 && isProblem)) this.wrong.push(`${status} ${body}`);
    return status;
  }

  /** The status of `/readyz`, and why. */
  async ready(): Promise<string> {
    // A result is used for a second.
    await sleep(1100);
    const response = await fetch(`${this.#url}/readyz`);
    const body = await response.text();
    return response.ok ? '200' : `${response.status} “${(JSON.parse(body) as { detail: string }).detail}”`;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  async #livez(): Promise<void> {
    const begin = performance.now();
    await (await fetch(`${this.#url}/livez`)).text();
    this.slowestLivez = Math.max(this.slowestLivez, performance.now() - begin);
  }

  async #repeat(pause: number, send: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await send();
      await sleep(pause);
    }
  }
}

/** Whole milliseconds, as text. */
export function ms(time: number): string {
  return `${Math.round(time)} ms`;
=======
/** Clients that request all the time while a fault is caused, and what they saw. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any response may take; a request without a response by then has hung. */
const HUNG = 20_000;

interface Outcome {
  readonly path: string;
  /** Null if the connection failed. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** When it ended, in `performance.now()`. */
  readonly endedAt: number;
  /** A 503 without Retry-After, another status than 200 and 503, or a 200 with another body than before the fault. */
  readonly wrong: boolean;
}

/** What clients saw from the start of a fault until some time after its end. */
export interface Seen {
  readonly ok: number;
  readonly unavailable: number;
  /** Anything but a right 200 and a 503 with Retry-After. */
  readonly wrong: number;
  /** Milliseconds of the slowest response, whatever its status. */
  readonly slowest: number;
  /** Seconds from the end of the fault to the end of the last response that was not 200. */
  readonly recovery: number;
}

/**
 * Has three clients request each path, while `cause` causes a fault and ends it, and for three seconds more. The bodies of
 * `constant` paths must not change. `mayFail`: paths whose response may break off, as that of an export does.
 */
export async function watch(
  url: string,
  headers: Readonly<Record<string, string>>,
  paths: {
    readonly all: readonly string[];
    readonly constant: readonly string[];
    readonly mayFail: readonly string[];
  },
  cause: () => Promise<void>,
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true });
  const before = new Map<string, string>();
  for (const path of paths.all) before.set(path, (await request(url + path, headers, agent)).body);
  const outcomes: Outcome[] = [];
  let running = true;
  const client = async (path: string): Promise<void> => {
    while (running) {
      const begun = performance.now();
      const { status, body, retryAfter } = await request(url + path, headers, agent);
      const isRight =
        status === 200
          ? !paths.constant.includes(path) || body === before.get(path)
          : status === 503
            ? retryAfter !== undefined
            : status === null && paths.mayFail.includes(path);
      const endedAt = performance.now();
      outcomes.push({ path, status, milliseconds: endedAt - begun, endedAt, wrong: !isRight });
      await sleep(10);
    }
  };
  const clients = paths.all.flatMap((path) => [client(path), client(path), client(path)]);
  await sleep(1000);
  const from = performance.now();
  await cause();
  const end = performance.now();
  await sleep(3000);
  running = false;
  await Promise.all(clients);
  agent.destroy();
  const seen = outcomes.filter(({ endedAt }) => endedAt >= from);
  const late = seen.filter(({ status, endedAt }) => status !== 200 && endedAt > end);
  return {
    ok: seen.filter(({ status }) => status === 200).length,
    unavailable: seen.filter(({ status }) => status === 503).length,
    wrong: outcomes.filter(({ wrong }) => wrong).length,
    slowest: Math.max(...seen.map(({ milliseconds }) => milliseconds)),
    recovery: late.reduce((most, { endedAt }) => Math.max(most, (endedAt - end) / 1000), 0),
  };
}

interface Received {
  readonly status: number | null;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

function request(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<Received> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: null, body: '', retryAfter: undefined });
    const sent = get(url, { headers, agent, timeout: HUNG }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.once('error', failed);
      response.once('end', () => {
        if (!response.complete) return failed();
        resolve({ status: response.statusCode ?? null, body, retryAfter: response.headers['retry-after'] });
      });
    });
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy());
  });
>>>>>>> cd4442b (wip)
}
