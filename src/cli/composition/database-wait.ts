import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StoreError } from '../../service/store/errors.ts';

/** How long a service that starts waits for its database, and between attempts, in milliseconds. */
export const WAIT = { patience: 300_000, pause: 1000 };
/** How often it logs that it still waits, in milliseconds. */
const REPEATED = 30_000;

/**
 * Opens a store. While its server doesn't respond, or has no free connection, this is logged and tried again; after the patience, or because
 * of any other error, it throws.
 */
export async function whenDatabaseResponds<T>(
  open: () => Promise<T>,
  logger: Logger,
  { patience, pause } = WAIT,
): Promise<T> {
  const begun = performance.now();
  for (let logged = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await open();
    } catch (error) {
      const waits = error instanceof StoreError && ['unavailable', 'busy'].includes(error.code);
      const now = performance.now();
      if (!waits || now - begun > patience) throw error;
      if (now - logged >= REPEATED) {
        logged = now;
        const seconds = Math.ceil((patience - (now - begun)) / 1000);
        logger.warn(`waiting up to ${seconds} s for the database: ${error.message}`);
      }
    }
    await sleep(pause);
  }
}
