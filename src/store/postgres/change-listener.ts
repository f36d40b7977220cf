/** Hears of other processes' commits, so that they are seen sooner than by looking. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connection.ts';
import { channelOf } from './data-version.ts';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/**
 * Listens for announced changes over a connection of its own until `stop`. `changed` is called for each, and whenever
 * listening begins, since some may have been missed before. A lost connection is made anew, with growing pauses;
 * nothing depends on it but speed.
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
  while (!stopped.aborted) {
    const begun = performance.now();
    await listenOnce(database, changed, stopped).catch(() => undefined);
    if (performance.now() - begun > LONGEST_PAUSE) pause = FIRST_PAUSE;
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { ref: false, signal: stopped }).catch(
      () => undefined,
    );
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}

/** Listens until the connection ends. */
async function listenOnce(database: Database, changed: () => void, stopped: AbortSignal): Promise<void> {
  const client = database.listener();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once('end', end);
  client.on('error', () => end());
  const stop = () => end();
  stopped.addEventListener('abort', stop);
  client.on('notification', changed);
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channelOf(database.address.schema))}`);
    changed();
    await ended;
  } finally {
    stopped.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}
