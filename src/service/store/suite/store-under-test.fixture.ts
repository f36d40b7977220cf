import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../store.ts';

/** An empty store of the engine under test. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Opens the same data again, as another process would; `dispose` closes that store too. */
  readonly reopen: () => Promise<Store>;
  /** Closes everything and removes the data. */
  readonly dispose: () => Promise<void>;
}

/** Returns the store of the running test. */
export type Current = () => StoreUnderTest;

/** Passes once a call returns the right result. The call must begin within a second from now; it may take longer. */
export async function withinASecond<T>(
  call: () => T | Promise<T>,
  isRight: (result: T) => boolean,
): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const isLate = performance.now() - begin >= 1000;
    const result = await call();
    if (isRight(result)) return;
    if (isLate) expect.fail(`a second after the change the result is still ${result}`);
    await sleep(10);
  }
}
