/** Listens for notifications of other processes' commits, which arrive sooner than polling would show them. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { PostgresAddress } from './address.ts';
import { holdInUse } from './in-use.ts';
import { CONNECT_TIMEOUT } from './limits.ts';
import { isPooled, singleConnection } from './pools.ts';

/** The channel of all schemas; each notification names one. */
export const CHANNEL = 'headcount';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/**
 * Listens over a separate connection, from the first call of `listen` on, and marks its schemas as in use. Reconnects with growing pauses, and
 * reports the first of several failures in a row. Only speed depends on it: behind a pooler, and without an address for it, it does nothing.
 */
export class ChangeListener {
  readonly #url: string;
  readonly #report: (error: unknown) => void;
  readonly #stopping = new AbortController();
  readonly #changed = new Map<string, Set<() => void>>();
  #listening: Promise<void> | null = null;
  /** The connection, while it listens. */
  #client: Client | null = null;

  constructor({ url, listen }: PostgresAddress, report: (error: unknown) => void) {
    const address = new URL(url);
    if (listen !== '') address.host = listen;
    this.#url = address.href;
    this.#report = report;
  }

  /** Calls `changed` for each notification of a schema, and whenever listening begins, because some may have been missed. */
  listen(schema: string, changed: () => void): { stop(): void } {
    const those = this.#changed.get(schema) ?? new Set();
    this.#changed.set(schema, those.add(changed));
    this.#hold();
    this.#listening ??= this.#untilStopped();
    return {
      stop: () => {
        those.delete(changed);
        this.#hold();
      },
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
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
        if (!failing && !signal.aborted) this.#report(error);
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
    const client = singleConnection(this.#url, CONNECT_TIMEOUT);
    client.on('notification', ({ payload = '' }) => this.#notify(payload));
    try {
      await client.connect();
      if (await isPooled(client)) return false;
      this.#client = client;
      await holdInUse(client, this.#schemas());
      await client.query(`LISTEN ${CHANNEL}`);
      for (const schema of this.#changed.keys()) this.#notify(schema);
      await once(client, 'end', { signal: this.#stopping.signal });
      return true;
    } finally {
      this.#client = null;
      // Not awaited: a server that does not respond says no goodbye either.
      client.end().catch(() => undefined);
    }
  }

  /** Marks the schemas as in use. If the connection is lost, the next one does it. */
  #hold(): void {
    if (this.#client !== null) holdInUse(this.#client, this.#schemas()).catch(() => undefined);
  }

  #schemas(): readonly string[] {
    return [...this.#changed].flatMap(([schema, those]) => (those.size > 0 ? [schema] : []));
  }

  #notify(schema: string): void {
    for (const changed of this.#changed.get(schema) ?? []) changed();
  }
}
