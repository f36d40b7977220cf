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

/** How soon an engine has to tell of what others have committed. */
export const WITHIN_A_SECOND = { timeout: 1000, interval: 10 } as const;
