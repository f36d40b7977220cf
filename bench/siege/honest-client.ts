import { Agent } from 'node:http';
import { ANNOUNCED, sendRequest } from '../load.ts';

/** The responses that an honest client saw. */
export interface Seen {
  /** Milliseconds from a request to the end of its response, or to its failure. */
  readonly times: readonly number[];
  /** How many requests had no 200, by what they had instead. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface HonestClient extends Disposable {
  /** Returns what it has seen since the last call. */
  seen(): Seen;
}

/** Between two rounds of requests, in milliseconds. */
const INTERVAL = 50;

/**
 * Starts a client that reads the status with a key 20 times a second, and `/livez` and the public page 10 times each: half of them on
 * kept connections, half on new ones.
 */
export function startHonestClient(url: string, key: string): HonestClient {
  const kept = new Agent({ keepAlive: true });
  const headers = { Authorization: `Token ${key}`, 'X-Forwarded-For': '198.51.100.7' };
  let times: number[] = [];
  let failures: Record<string, number> = {};
  let round = 0;
  const send = async (path: string, agent: Agent | false) => {
    const began = performance.now();
    const { failure } = await sendRequest(url + path, headers, agent);
    times.push(performance.now() - began);
    if (failure === null) return;
    const what = failure === ANNOUNCED ? failure : `${failure} of ${path}`;
    failures[what] = (failures[what] ?? 0) + 1;
  };
  const rounds = setInterval(() => {
    round += 1;
    void send('/api/v1/status', round % 2 === 0 && kept);
    if (round % 2 === 0) return;
    void send('/livez', round % 4 === 1 && kept);
    void send('/page/api/v1/status', round % 4 === 3 && kept);
  }, INTERVAL);
  return {
    seen() {
      const seen = { times, failures };
      [times, failures] = [[], {}];
      return seen;
    },
    [Symbol.dispose]() {
      clearInterval(rounds);
      kept.destroy();
    },
  };
}
