import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../store.ts';

/** An empty store of the engine under test. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Opens the same data once more, as another process would; `dispose` closes that too. */
  readonly reopen: () => Promise<Store>;
  /** Closes everything and removes the data. */
  readonly dispose: () => Promise<void>;
}

/** Gives the store of the test that is running. */
export type Current = () => StoreUnderTest;

/** Passes when a question that begins a second from now, or any before it, has the answer; however long it takes. */
export async function withinASecond<T>(
  ask: () => T | Promise<T>,
  isRight: (answer: T) => boolean,
): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const isLate = performance.now() - begin >= 1000;
    const answer = await ask();
    if (isRight(answer)) return;
    if (isLate) expect.fail(`a second after the change the answer is still ${answer}`);
    await sleep(10);
  }
}
