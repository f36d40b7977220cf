/** Listens for notifications of other processes' commits, which arrive sooner than polling would show them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './deadline.ts';
import { isPooled, noResponse, singleConnection } from './pools.ts';

/** The channel of all schemas; each notification names one. */
export const CHANNEL = 'headcount';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
const LISTEN_TIMEOUT = 2000;

/** What is listened to: it may move. */
interface Listened {
  readonly listeningUrl: string;
  report(error: unknown): void;
}

/**
 * Listens over a separate connection, from the first call of `listen` on. Reconnects with growing pauses, and reports the first of several
 * failures in a row. Only speed depends on it: behind a pooler, and without an address for it, it does nothing.
 */
export class ChangeListener {
  readonly #server: Listened;
  readonly #stopping = new AbortController();
  readonly #changed = new Map<string, Set<() => void>>();
  #listening: Promise<void> | null = null;
  #end: () => void = () => undefined;

  constructor(server: Listened) {
    this.#server = server;
  }

  /** Calls `changed` for each notification of a schema, and whenever listening begins, because some may have been missed. */
  listen(schema: string, changed: () => void): { stop(): void } {
    const those = this.#changed.get(schema) ?? new Set();
    this.#changed.set(schema, those.add(changed));
    this.#listening ??= this.#untilStopped();
    return { stop: () => void those.delete(changed) };
  }

  /** Listens over a new connection. */
  renew(): void {
    this.#end();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#end();
    await this.#listening;
  }

  async #untilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = FIRST_PAUSE;
    let failing = false;
    let isUseful = true;
    while (!signal.aborted && isUseful) {
      const begun = performance.now();
      try {
        isUseful = await this.#once();
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted) this.#server.report(error);
        failing = true;
      }
      if (performance.now() - begun > LONGEST_PAUSE) pause = FIRST_PAUSE;
      // Rejects when it is aborted, which ends the loop.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { ref: false, signal }).catch(
        () => undefined,
      );
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
  }

  /** Listens until the connection ends; false if a pooler would keep the notifications. */
  async #once(): Promise<boolean> {
    const client = singleConnection(this.#server.listeningUrl);
    const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
    this.#end = () => end(true);
    client.once('end', this.#end);
    client.on('error', this.#end);
    client.on('notification', ({ payload = '' }) => this.#notify(payload));
    const listen = async () => {
      await client.connect();
      if (await isPooled(client)) return end(false);
      await client.query(`LISTEN ${CHANNEL}`);
      for (const schema of this.#changed.keys()) this.#notify(schema);
    };
    try {
      const listening = within(LISTEN_TIMEOUT, listen(), () => noResponse(LISTEN_TIMEOUT));
      await Promise.race([listening, ended]);
      return await ended;
    } finally {
      // Not awaited: a server that does not respond says no goodbye either. It may be closed already.
      client.end().catch(() => undefined);
    }
  }

  #notify(schema: string): void {
    for (const changed of this.#changed.get(schema) ?? []) changed();
  }
}
