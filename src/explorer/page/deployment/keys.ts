/** Where a key is stored: in the tab, because it came in a link or was entered; or on the device, if the user asked for it. */
type KeyPlace = 'link' | 'tab' | 'device';

/**
 * The API key of the service at a base URL, stored in this browser only. The key of a link comes first, but replaces no key that the
 * user entered: such a link may come from anybody.
 */
export class Keys {
  /** In the order in which they are looked at. */
  readonly #places: readonly (readonly [KeyPlace, SimpleStorage, name: string])[];

  constructor(baseUrl: string, tab: SimpleStorage, device: SimpleStorage) {
    this.#places = [
      ['link', tab, `headcount-link-key ${baseUrl}`],
      ['tab', tab, `headcount-key ${baseUrl}`],
      ['device', device, `headcount-key ${baseUrl}`],
    ];
  }

  /** The key to use, and where it is stored; null if there is none. */
  get current(): { readonly key: string; readonly place: KeyPlace } | null {
    for (const [place, storage, name] of this.#places) {
      const key = storage.getItem(name);
      if (key !== null) return { key, place };
    }
    return null;
  }

  /** Saves a key. One that the user entered takes the place of any other. */
  save(key: string, where: KeyPlace): void {
    if (where !== 'link') this.forget();
    for (const [place, storage, name] of this.#places) if (place === where) storage.setItem(name, key);
  }

  /** Forgets the key of a link, or every key. */
  forget(only?: 'link'): void {
    for (const [place, storage, name] of this.#places)
      if (only === undefined || place === only) storage.removeItem(name);
  }
}

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
