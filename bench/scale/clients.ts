/** Clients that send requests without a pause and count the responses. */
import { Agent } from 'node:http';
import { sendRequest } from '../load.ts';

/** Counts of the responses from one URL. */
export interface ResponseCounts {
  readonly byStatus: Map<number, number>;
  /** Requests with no complete response. */
  broken: number;
  /** When the wait for the next success began, by `performance.now()`. */
  waitingSince: number | null;
  /** How long that wait was, in milliseconds. */
  waited: number;
}

/** Starts `clients` clients on a URL; `stop` waits for their last responses. */
export function startClients(
  url: string,
  headers: Record<string, string>,
  clients: number,
): { readonly counts: ResponseCounts; stop(): Promise<ResponseCounts> } {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const counts: ResponseCounts = {
    byStatus: new Map(),
    broken: 0,
    waitingSince: null,
    waited: Number.POSITIVE_INFINITY,
  };
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const status = await sendRequest(url, headers, agent);
      if (status === null) counts.broken += 1;
      else counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      if (status === 200) {
        if (counts.waitingSince !== null) counts.waited = performance.now() - counts.waitingSince;
        counts.waitingSince = null;
      } else {
        // A pause, so that failures don't dominate the measurement.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    counts,
    async stop() {
      running = false;
      await all;
      agent.destroy();
      return counts;
    },
  };
}
