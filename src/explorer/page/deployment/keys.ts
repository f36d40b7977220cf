import type { SimpleStorage } from './safe-storage.ts';

const PREFIX = 'headcount-key ';
const LINK_PREFIX = 'headcount-link-key ';

/** Where a key is stored: in the tab, because it came in a link or was entered; or on the device, if the user asked for it. */
export type KeyPlace = 'link' | 'tab' | 'device';

/**
 * API keys by base URL, stored in this browser only. The key of a link comes first, but replaces no key that the user entered: such
 * a link may come from anybody.
 */
export class Keys {
  readonly #tab: SimpleStorage;
  readonly #device: SimpleStorage;

  constructor(tab: SimpleStorage, device: SimpleStorage) {
    this.#tab = tab;
    this.#device = device;
  }

  get(baseUrl: string): string | null {
    return this.#find(baseUrl)?.key ?? null;
  }

  /** Where the key that `get` returns is stored. */
  placeOf(baseUrl: string): KeyPlace | null {
    return this.#find(baseUrl)?.place ?? null;
  }

  /** Uses the key of a link until the tab is closed. Keys that the user entered stay where they are. */
  useFromLink(baseUrl: string, key: string): void {
    this.#tab.setItem(LINK_PREFIX + baseUrl, key);
  }

  forgetLink(baseUrl: string): void {
    this.#tab.removeItem(LINK_PREFIX + baseUrl);
  }

  /** Saves a key that the user entered, in the place of any other. */
  save(baseUrl: string, key: string, where: 'tab' | 'device'): void {
    this.forget(baseUrl);
    (where === 'tab' ? this.#tab : this.#device).setItem(PREFIX + baseUrl, key);
  }

  forget(baseUrl: string): void {
    this.forgetLink(baseUrl);
    this.#tab.removeItem(PREFIX + baseUrl);
    this.#device.removeItem(PREFIX + baseUrl);
  }

  #find(baseUrl: string): { readonly key: string; readonly place: KeyPlace } | null {
    const places = [
      ['link', this.#tab, LINK_PREFIX],
      ['tab', this.#tab, PREFIX],
      ['device', this.#device, PREFIX],
    ] as const;
    for (const [place, storage, prefix] of places) {
      const key = storage.getItem(prefix + baseUrl);
      if (key !== null) return { key, place };
    }
    return null;
  }
}
