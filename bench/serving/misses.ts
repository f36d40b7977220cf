/** Measures responses that the cache doesn't hold: first requests for a target, and requests after the data have changed. */
import { Agent } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { sendRequest } from '../load.ts';
import type { Round, Row } from './report.ts';
import type { Server } from './servers.ts';
import { CURRENT } from './targets.ts';

/** A server that can be restarted with an empty cache. */
export interface Restartable {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a server without data. */
  readonly database: string | null;
  start(): Promise<Server>;
}

const CONNECTIONS = 16;
const CHANGES = 100;

/** Restarts the servers in turns, `rounds` times, and measures each both ways. */
export async function measureMisses(
  servers: readonly Restartable[],
  targets: readonly string[],
  rounds: number,
): Promise<readonly Row[]> {
  const subjects = [
    `misses: first requests for ${targets.length} distinct targets`,
    `misses: status and chart after each of ${CHANGES} changes of the data`,
  ] as const;
  const rows: (Row & { readonly rounds: Round[] })[] = [];
  for (const { name } of servers) {
    for (const subject of subjects)
      rows.push({ subject, isMiss: true, name, rounds: [], memory: Number.NaN });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const restartable of servers) {
      const server = await restartable.start();
      const results = [await distinct(server, restartable, targets), await changing(server, restartable)];
      for (const [index, row] of rows.filter(({ name }) => name === restartable.name).entries()) {
        row.rounds.push(results[index] as Round);
        row.memory = server.memory();
      }
      await server.stop();
    }
  }
  return rows;
}

/** Requests each target once. */
async function distinct(
  server: Server,
  { headers }: Restartable,
  targets: readonly string[],
): Promise<Round> {
  const client = new Client(server.url, headers);
  await client.warmUp();
  const remaining = targets.values();
  await client.measure(async () => {
    for (const target of remaining) await client.request(target);
  });
  return client.finish();
}

/** Commits a change and sends a burst of requests, repeatedly; a new minute has the same effect. */
async function changing(server: Server, { headers, database }: Restartable): Promise<Round> {
  const client = new Client(server.url, headers);
  const writer = database === null ? null : new DatabaseSync(database);
  const version = Number(Object.values(writer?.prepare('PRAGMA user_version').get() ?? {})[0]);
  await client.warmUp();
  for (let change = 0; change < CHANGES; change += 1) {
    // A commit of the same value counts as a change of the data.
    writer?.exec(`PRAGMA user_version = ${version}`);
    await client.measure(async (index) => client.request(CURRENT[index % CURRENT.length] as string));
  }
  writer?.close();
  return client.finish();
}

class Client {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #latencies: number[] = [];
  #failed = 0;
  #seconds = 0;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Waits until the service has fitted its model, and lets it optimize its code. */
  async warmUp(): Promise<void> {
    for (let index = 0; index < 20 * CONNECTIONS; index += 1) {
      await sendRequest(this.#url + CURRENT[index % CURRENT.length], this.#headers, this.#agent);
    }
  }

  /** Runs `send` for all connections at once, and adds the time until the last one is done. */
  async measure(send: (index: number) => Promise<void>): Promise<void> {
    const start = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => send(index)));
    this.#seconds += (performance.now() - start) / 1000;
  }

  async request(target: string): Promise<void> {
    const start = performance.now();
    const status = await sendRequest(this.#url + target, this.#headers, this.#agent);
    this.#latencies.push(performance.now() - start);
    if (status !== 200) this.#failed += 1;
  }

  finish(): Round {
    this.#agent.destroy();
    const ordered = this.#latencies.toSorted((a, b) => a - b);
    return {
      requestsPerSecond: ordered.length / this.#seconds,
      processorTime: Number.NaN,
      p99: ordered[Math.ceil(0.99 * ordered.length) - 1] ?? Number.NaN,
      failed: this.#failed,
    };
  }
}
