import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../session.ts';

/** A clock that moves when somebody sleeps. */
export function movedClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      // What was sent at the same time may still be on its way.
      await setTimeout(1);
    },
  };
}
