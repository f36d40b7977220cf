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
}
