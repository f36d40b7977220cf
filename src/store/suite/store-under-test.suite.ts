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
