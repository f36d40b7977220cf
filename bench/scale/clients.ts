/** Clients that send requests without a pause and count the responses. */
import { Agent } from 'node:http';
import { sendRequest } from '../load.ts';

/** The responses that clients of one URL have seen. */
export interface Seen {
  succeeded: number;
  /** Responses 429. */
  rejected: number;
  /** Other responses, and requests without one. */
  failed: number;
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
): { readonly seen: Seen; stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const seen: Seen = {
    succeeded: 0,
    rejected: 0,
    failed: 0,
    waitingSince: null,
    waited: Number.POSITIVE_INFINITY,
  };
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const { status } = await sendRequest(url, headers, agent);
      seen[status === 200 ? 'succeeded' : status === 429 ? 'rejected' : 'failed'] += 1;
      if (status === 200) {
        if (seen.waitingSince !== null) seen.waited = performance.now() - seen.waitingSince;
        seen.waitingSince = null;
      } else {
        // A pause, so that failures don't dominate the measurement.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    seen,
    async stop() {
      running = false;
      await all;
      agent.destroy();
    },
  };
}
