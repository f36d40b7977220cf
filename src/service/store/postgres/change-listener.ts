/** Listens for notifications of other processes' commits, which arrive sooner than polling would show them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connection.ts';
import { channelOf } from './data-version.ts';
import { within } from './deadline.ts';
import { noResponse, singleConnection } from './pools.ts';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
const LISTEN_TIMEOUT = 2000;

/**
 * Listens over a separate connection until `stop`. Calls `changed` for each notification, and whenever listening
 * begins, because some may have been missed. Reconnects with growing pauses, and reports the first of several failures
 * in a row to the database's `onError`. Only speed depends on it.
 */
export function listenForChanges(database: Database, changed: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listening = listenOn(database, changed, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

async function listenOn(database: Database, changed: () => void, stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  let failing = false;
  while (!stopped.aborted) {
    const begun = performance.now();
    try {
      await listenOnce(database, changed, stopped);
      failing = false;
    } catch (error) {
      if (!failing && !stopped.aborted) database.report(error);
      failing = true;
    }
    if (performance.now() - begun > LONGEST_PAUSE) pause = FIRST_PAUSE;
    // Rejects when it is aborted, which ends the loop.
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { ref: false, signal: stopped }).catch(
      () => undefined,
    );
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}

/** Listens until the connection ends. */
async function listenOnce(database: Database, changed: () => void, stopped: AbortSignal): Promise<void> {
  const client = singleConnection(database.address);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once('end', end);
  client.on('error', () => end());
  const stop = () => end();
  stopped.addEventListener('abort', stop);
  client.on('notification', changed);
  const listen = async () => {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channelOf(database.address.schema))}`);
    changed();
  };
  try {
    const listening = within(LISTEN_TIMEOUT, listen(), () => noResponse(LISTEN_TIMEOUT));
    await Promise.race([listening, ended]);
    await ended;
  } finally {
    stopped.removeEventListener('abort', stop);
    // Not awaited: a server that does not respond says no goodbye either. It may be closed already.
    client.end().catch(() => undefined);
  }
}
