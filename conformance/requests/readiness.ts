import { setTimeout } from 'node:timers/promises';
import { isUnavailable } from './exchange.ts';
import { reasonOf } from './network-error.ts';
import type { SendRequest } from './send-request.ts';

/** How a deployment became ready before the run. */
export interface Readiness {
  /** Requests that asked for it, without a key; none of them counts in the run. */
  readonly requests: number;
  readonly seconds: number;
  /** Why it is still not ready, if so: its last status, or why there was no response. */
  readonly notReady?: string;
}

interface Waiting {
  readonly target: string;
  readonly fetch: SendRequest;
  readonly headers: Readonly<Record<string, string>>;
  /** How long to wait at most. */
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
  /** The real one by default. */
  readonly clock?: Clock;
}

/** Milliseconds since some moment, and how to let some pass. */
interface Clock {
  now(): number;
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const REAL: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** Milliseconds from one request to the next. */
const INTERVAL = 1000;

/** The longest that one request may take, in milliseconds. */
const longest = 10_000;

/** Repeats one request until the deployment responds to it with anything but 502, 503 or 504. */
export async function waitUntilReady({
  target,
  fetch,
  headers,
  milliseconds,
  signal,
  clock = REAL,
}: Waiting): Promise<Readiness> {
  const url = new URL(`${target}/api/v1/status`);
  const begin = clock.now();
  const elapsed = () => clock.now() - begin;
  for (let requests = 1; ; requests += 1) {
    signal?.throwIfAborted();
    const notReady = await attempt();
    const seconds = Math.round(elapsed() / 100) / 10;
    if (notReady === undefined) return { requests, seconds };
    const left = milliseconds - elapsed();
    if (left < 1) return { requests, seconds, notReady };
    await clock.wait(Math.min(INTERVAL, left), signal);
  }

  async function attempt(): Promise<string | undefined> {
    const time = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(longest, milliseconds - elapsed()))));
    try {
      const init = {
        method: 'GET',
        headers,
        redirect: 'manual',
        signal: time,
      } as const;
      const { status, body } = await fetch(url, init);
      for await (const _ of body ?? []) break;
      return isUnavailable(status) ? `it responds with ${status}` : undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }
}
