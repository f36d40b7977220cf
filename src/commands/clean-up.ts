import type { Logger } from 'pino';
import { deleteExpired } from '../accounts/retention.ts';
import type { Micros } from '../domain/micros.ts';
import type { Store } from '../store/store.ts';
import { clockOf } from './clock.ts';

const HOUR_MS = 3_600_000;

/**
 * Deletes what is no longer needed about people, now and every hour. `close` waits for what is under way. A service whose time
 * is ahead of the machine's (`--as-of`) deletes nothing early.
 */
export function cleanUp(
  store: Store,
  { clock, logger }: { readonly clock: () => Micros; readonly logger: Logger },
): { close(): Promise<void> } {
  const machineClock = clockOf(null);
  let running = Promise.resolve();
  const run = () => {
    running = deleteExpired(store, Math.min(clock(), machineClock())).catch((error: unknown) => {
      logger.warn({ err: error }, 'expired data could not be deleted; the next attempt is in an hour');
    });
  };
  run();
  const timer = setInterval(run, HOUR_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
