import { Agent, get } from 'node:http';

/** What an honest client saw. */
export interface Seen {
  /** Milliseconds from a request to the end of its response, or to its failure. */
  readonly times: readonly number[];
  /** How many requests had no 200, by what they had instead; `announced 503` is one with Retry-After. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface HonestClient {
  /** What it has seen since the last call. */
  seen(): Seen;
  stop(): void;
}

/** Between two rounds of requests, in milliseconds. */
const INTERVAL = 50;
const PATIENCE = 5000;

/**
 * Starts a client that reads the status with a key 20 times a second, and `/livez` and the public page 10 times each: half of them on
 * kept connections, half on new ones.
 */
export function startHonestClient(port: number, key: string): HonestClient {
  const kept = new Agent({ keepAlive: true });
  const headers = { Authorization: `Token ${key}`, 'X-Forwarded-For': '198.51.100.7' };
  let times: number[] = [];
  let failures: Record<string, number> = {};
  let round = 0;
  const end = (path: string, began: number, failure: string | null) => {
    times.push(performance.now() - began);
    if (failure === null) return;
    const what = failure === 'announced 503' ? failure : `${failure} of ${path}`;
    failures[what] = (failures[what] ?? 0) + 1;
  };
  const send = (path: string, agent: Agent | false, began = performance.now()) => {
    const request = get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const { statusCode, headers: received } = response;
      const isAnnounced = statusCode === 503 && received['retry-after'] !== undefined;
      const failure = statusCode === 200 ? null : isAnnounced ? 'announced 503' : String(statusCode);
      response.once('end', () => end(path, began, failure));
      response.once('error', ({ message }) => end(path, began, message));
      response.resume();
    });
    request.setTimeout(PATIENCE, () => request.destroy(new Error('timeout')));
    request.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      // As browsers do if the service had closed the idle connection that it was sent on (RFC 9112, section 9.3.1).
      if (request.reusedSocket && code === 'ECONNRESET') send(path, agent, began);
      else end(path, began, code ?? message);
    });
  };
  const rounds = setInterval(() => {
    round += 1;
    send('/api/v1/status', round % 2 === 0 && kept);
    if (round % 2 === 0) return;
    send('/livez', round % 4 === 1 && kept);
    send('/page/api/v1/status', round % 4 === 3 && kept);
  }, INTERVAL);
  return {
    seen() {
      const seen = { times, failures };
      [times, failures] = [[], {}];
      return seen;
    },
    stop() {
      clearInterval(rounds);
      kept.destroy();
    },
  };
}
