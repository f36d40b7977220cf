import type { Logger } from 'pino';
import { Retention } from '../../accounts/retention.ts';
import { instantOf, type Micros } from '../../service/domain/micros.ts';
import type { Store } from '../../service/store/store.ts';
import { clockOf } from './clock.ts';

const HOUR_MS = 3_600_000;

/**
 * Deletes what is no longer needed about people from the stores, now and every hour, and warns once if the clock seems wrong. `close` waits for
 * what is under way. A service whose time is ahead of the machine's (`--as-of`) deletes nothing early.
 */
export function cleanUp(
  stores: () => readonly Store[],
  { clock, logger }: { readonly clock: () => Micros; readonly logger: Logger },
): { close(): Promise<void> } {
  const machineClock = clockOf(null);
  const retention = new Retention(stores);
  let running = Promise.resolve();
  let warned = false;
  const deleteExpired = async () => {
    const now = Math.min(clock(), machineClock());
    const confirmed = await retention.deleteExpired(now);
    if (confirmed !== null && !warned) logger.warn(warning(now, confirmed));
    warned = confirmed !== null;
  };
  const run = () => {
    running = deleteExpired().catch((error: unknown) => {
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

function warning(now: Micros, confirmed: Micros): string {
  const day = (at: Micros) => instantOf(at).toString().slice(0, 10);
  return (
    `the clock says ${day(now)}, but what is stored ends on ${day(confirmed)}, so nothing is deleted by age: ` +
    'set the clock if it is wrong; if the service was off, restart it when it has new reports or requests'
  );
}
