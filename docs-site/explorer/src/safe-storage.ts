/** The part of the browser's storage that the page uses. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A storage of the browser; where it is blocked or full, what is kept lasts as long as the page. `open` may throw, as
 * `localStorage` does in a browser that keeps nothing of a page.
 */
export function drawerOf(open: () => Drawer): Drawer {
  const memory = new Map<string, string>();
  return {
    getItem: (name) => memory.get(name) ?? attempt(() => open().getItem(name)),
    setItem(name, value) {
      memory.delete(name);
      const isKept = attempt(() => {
        open().setItem(name, value);
        return true;
      });
      if (isKept === null) memory.set(name, value);
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
