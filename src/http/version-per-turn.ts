import type { ReportReader } from '../store/store.ts';

/**
 * The store's version, asked for once in a turn of the event loop: requests that arrive together share the
 * question. What another process commits is seen from the next turn on.
 */
export function versionPerTurn(store: Pick<ReportReader, 'version'>): () => number | Promise<number> {
  let known: number | Promise<number> | null = null;
  const forget = (): void => {
    known = null;
  };
  return () => {
    if (known === null) {
      known = store.version();
      setImmediate(forget);
    }
    return known;
  };
}
