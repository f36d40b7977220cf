import type { Store } from '../store/store.ts';

/** How long a result is used, in milliseconds: everybody may request it, and checking writes to the database. */
const INTERVAL = 1000;

/** Returns a function that rejects if the database cannot be used. It is what `/readyz` and the metrics say. */
export function databaseCheck(store: Pick<Store, 'ping'>): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<void> | undefined;
  return () => {
    const now = performance.now();
    if (result === undefined || now - checkedAt >= INTERVAL) {
      result = store.ping();
      checkedAt = now;
    }
    return result;
  };
}
