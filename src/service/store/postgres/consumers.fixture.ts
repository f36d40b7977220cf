/** Requests that never stop, while something happens to their server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { StoreError } from '../errors.ts';
import type { Store } from '../store.ts';

const REQUEST = { key: 1, day: '2026-03-02', quota: 1e6, count: 1 };
const PER_STORE = 4;

/** Consumes the quota of a key over some stores, all the time, until it ends. */
export function consumers(...stores: readonly Store[]) {
  const failures = new Set<unknown>();
  let [allowed, running] = [0, true];
  const consuming = stores.flatMap((store) =>
    Array.from({ length: PER_STORE }, async () => {
      while (running) {
        await store.consumeQuota([REQUEST]).then(
          ([allowance]) => {
            allowed += allowance?.allowed ?? 0;
          },
          async (error: unknown) => {
            failures.add(error instanceof StoreError ? error.code : error);
            await sleep(5);
          },
        );
      }
    }),
  );
  return {
    /** Waits until many more are allowed. */
    async more(): Promise<void> {
      const before = allowed;
      await expect.poll(() => allowed).toBeGreaterThan(before + 40);
    },
    /**
     * Ends them. Requests whose result was lost on the way are counted, but were not allowed: at most all that ran, at each interruption.
     * @returns The codes of errors, or the errors that have none.
     */
    async end(observer: Store, interruptions: number): Promise<readonly unknown[]> {
      running = false;
      await Promise.all(consuming);
      // A store may still seek the server.
      const usedQuota = () => observer.usedQuota(REQUEST.key, REQUEST.day).catch(() => -1);
      await expect.poll(usedQuota).toBeGreaterThanOrEqual(allowed);
      expect((await usedQuota()) - allowed).toBeLessThanOrEqual(interruptions * PER_STORE * stores.length);
      return [...failures];
    },
  };
}
