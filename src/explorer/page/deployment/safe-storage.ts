/** The part of `Storage` that the page uses. */
export type SimpleStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps browser storage so that it never throws: where storage is blocked or full, values last as long as the page.
 * `open` may throw, as reading `localStorage` does in a browser that blocks it.
 */
export function safeStorage(open: () => SimpleStorage): SimpleStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (name) => memory.get(name) ?? attempt(() => open().getItem(name)),
    setItem(name, value) {
      memory.set(name, value);
      attempt(() => {
        open().setItem(name, value);
        memory.delete(name);
      });
    },
    removeItem(name) {
      memory.delete(name);
      attempt(() => open().removeItem(name));
    },
  };
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
