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
  /** The same in the seconds before the fault, which the machine and this program cause. */
  usualLivez = 0;
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
    this.slowestLivez = 0;
    await sleep(3000);
    this.usualLivez = this.slowestLivez;
    this.slowestLivez = 0;
    this.slowest = 0;
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
}
