import { setTimeout } from 'node:timers/promises';

/** The time of a check. In tests, one moves when a client sleeps. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

export const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
