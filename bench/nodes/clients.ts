/** Clients that ask without a pause, each over a connection that it keeps, and write down what they are answered. */
import { Agent, get } from 'node:http';

/** What came of the requests to one address. */
export interface Tally {
  readonly byStatus: Map<number, number>;
  /** No answer, or half of one. */
  broken: number;
  /** Since when the next success is waited for, by `performance.now()`. */
  waitingSince: number | null;
  /** How long it was waited for, in milliseconds. */
  waited: number;
}

/** Starts `clients` of them on a URL; `stop` waits for the answers under way. */
export function startClients(
  url: string,
  headers: Record<string, string>,
  clients: number,
): { readonly tally: Tally; stop(): Promise<Tally> } {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const tally: Tally = {
    byStatus: new Map(),
    broken: 0,
    waitingSince: null,
    waited: Number.POSITIVE_INFINITY,
  };
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const status = await ask(url, headers, agent);
      if (status === null) tally.broken += 1;
      else tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
      if (status === 200) {
        if (tally.waitingSince !== null) tally.waited = performance.now() - tally.waitingSince;
        tally.waitingSince = null;
      } else {
        // Who is refused waits a little, or the refusals would be all that is measured.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    tally,
    async stop() {
      running = false;
      await all;
      agent.destroy();
      return tally;
    },
  };
}

/** The status of an answer that came whole; null when none did. */
function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent, timeout: 20_000 }, (response) => {
      response.once('error', () => resolve(null));
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? null) : null));
      response.resume();
    });
    request.once('error', () => resolve(null));
    request.once('timeout', () => request.destroy());
  });
}
